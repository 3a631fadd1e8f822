import type { PropertyMaskMessage } from '../wire/messages.js';
import { checkNotReserved, parsePropertyPath, type PropertyPath } from './property-path.js';
import { getAt, removeAt, setAt, type Properties } from './property-tree.js';

/** Which properties a request means. The key is always meant, whether it says so or not. */
export class PropertyMask {
  private readonly paths: PropertyPath[];

  private constructor(paths: PropertyPath[]) {
    this.paths = paths;
  }

  /** The mask of a request, or undefined if it has none and means every property. */
  static parse(message: PropertyMaskMessage | null | undefined): PropertyMask | undefined {
    if (!message) return undefined;
    const paths = (message.paths ?? [])
      .map(parsePropertyPath)
      .filter((path) => path.length !== 1 || path[0] !== '__key__');
    for (const path of paths) checkNotReserved(path, 'property_mask.property.name');
    return new PropertyMask(paths);
  }

  /** The properties that are meant. */
  select(properties: Properties): Properties {
    let selected: Properties = {};
    // The longer paths last: what is inside a property that is meant as a whole is there already.
    for (const path of this.paths.toSorted((a, b) => a.length - b.length)) {
      const value = getAt(properties, path);
      if (value !== undefined && getAt(selected, path) === undefined) {
        selected = setAt(selected, path, value);
      }
    }
    return selected;
  }

  /** The properties with those that are meant replaced by what another entity has in their place, or lacks. */
  merge(before: Properties, after: Properties): Properties {
    let merged = before;
    for (const path of this.paths) {
      const value = getAt(after, path);
      merged = value === undefined ? removeAt(merged, path) : setAt(merged, path, value);
    }
    return merged;
  }
}
