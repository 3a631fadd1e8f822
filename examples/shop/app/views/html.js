/** Markup that needs no more escaping. */
export class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/**
 * Markup from a template: what is put into it is escaped unless it is markup itself. Lists are
 * joined; what is no text, number or markup leaves nothing.
 *
 * @param {TemplateStringsArray} strings
 * @param {unknown[]} values
 */
export function html(strings, ...values) {
  return new Markup(String.raw({ raw: strings }, ...values.map(render)));
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function render(value) {
  if (Array.isArray(value)) return value.map(render).join('');
  if (value instanceof Markup) return value.text;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
