import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A page of ours: a title, and a body that is HTML already. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #1f2328; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; }
table { border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: .2rem 1rem .2rem 0; overflow-wrap: anywhere; }
th { color: #57606a; font-weight: normal; } td { font-family: ui-monospace, monospace; font-size: .9rem; }
button { font: inherit; margin: .5rem 0; padding: .3rem .8rem; }
dt { color: #57606a; } dd { margin: 0 0 .5rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
.code { color: #57606a; font: .85rem ui-monospace, monospace; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
}

/**
 * Sends a page with the status already set. It may run nothing but the script given here.
 *
 * @param script Plain JavaScript that runs once on the page.
 */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  html: string,
  script?: string,
): void {
  const nonce = randomBytes(16).toString('base64url');
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
  ];
  let body = html;
  if (script !== undefined) {
    policy.push(`script-src 'nonce-${nonce}'`);
    body = html.replace('</body>', () => `<script nonce="${nonce}">${script}</script>\n</body>`);
  }
  response.setHeader('Content-Security-Policy', policy.join('; '));
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Escapes a text for HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
