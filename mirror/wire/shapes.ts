/** Which fields of a message are messages that can hold keys, by number. */
export interface Shape {
  name: 'Key' | 'Entity' | 'PropertiesEntry' | 'Value' | 'ArrayValue';
  fields: Record<number, Shape>;
}

/** `google.datastore.v1.Key`: partition id in field 1, path in field 2. */
export const keyShape: Shape = { name: 'Key', fields: {} };

/** `google.datastore.v1.Value`: key in field 5, entity in field 6, array in field 9. */
export const valueShape: Shape = { name: 'Value', fields: { 5: keyShape } };

/** An entry of the map of properties: name in field 1, value in field 2. */
export const entryShape: Shape = { name: 'PropertiesEntry', fields: { 2: valueShape } };

/** `google.datastore.v1.Entity`: key in field 1, entries of properties in field 3. */
export const entityShape: Shape = { name: 'Entity', fields: { 1: keyShape, 3: entryShape } };

const arrayShape: Shape = { name: 'ArrayValue', fields: { 1: valueShape } };
valueShape.fields[6] = entityShape;
valueShape.fields[9] = arrayShape;
