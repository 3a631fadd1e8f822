import type { IndexDefinition } from './definition.js';

// Google's tools read YAML 1.1, in which yes, no, on and off are no texts either.
const PLAIN = /^(?!(?:true|false|yes|no|on|off|null)$)[A-Za-z_][\w.-]*$/i;

/** An index as an entry of index.yaml, in the form in which the service recommends it. */
export function formatIndex({ kind, ancestor, properties }: IndexDefinition): string {
  const lines = [`- kind: ${quote(kind)}`];
  if (ancestor) lines.push('  ancestor: yes');
  lines.push('  properties:');
  for (const { name, descending } of properties) {
    lines.push(`  - name: ${quote(name)}`);
    if (descending) lines.push('    direction: desc');
  }
  return `${lines.join('\n')}\n`;
}

/** Whether YAML takes a name for a text without quotes. */
export function isPlain(name: string): boolean {
  return PLAIN.test(name);
}

function quote(name: string): string {
  return isPlain(name) ? name : JSON.stringify(name);
}
