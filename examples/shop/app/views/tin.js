import { html } from './html.js';

/**
 * A tea tin in a colour of its own.
 *
 * @param {string} slug
 */
export function tin(slug) {
  const hue = Array.from(slug).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return html`<svg class="tin" viewBox="0 0 120 120" aria-hidden="true" focusable="false">
    <rect width="120" height="120" fill="hsl(${hue} 34% 90%)" />
    <ellipse cx="60" cy="103" rx="34" ry="5" fill="hsl(${hue} 25% 78%)" />
    <rect x="32" y="36" width="56" height="67" rx="5" fill="hsl(${hue} 36% 42%)" />
    <rect x="28" y="26" width="64" height="15" rx="4" fill="hsl(${hue} 38% 32%)" />
    <rect x="40" y="53" width="40" height="36" rx="3" fill="hsl(${hue} 40% 95%)" />
    <path
      d="M60 83c-11-8-11-17 0-25 11 8 11 17 0 25zm0 0V66"
      fill="hsl(${(hue + 100) % 360} 34% 52%)"
      stroke="hsl(${(hue + 100) % 360} 34% 34%)"
      stroke-width="1.5"
    />
  </svg>`;
}
