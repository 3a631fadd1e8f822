import http from 'node:http';
import https from 'node:https';
import { type BaseUrl, toAuthorization } from '../../../client/base-url.js';
import { parseErrorEnvelope } from '../../../protocol/index.js';

/** One request that a test server has to answer itself, before any code of the app. */
export interface Probe {
  base: BaseUrl;
  path: string;
  method?: 'GET' | 'POST';
  /** The token cookie; only ever of the visit's own session. */
  cookie?: string;
  /** Asks for a WebSocket. @default false */
  upgrade?: boolean;
}

/** What came back. */
export type ProbeResult =
  | { kind: 'ours'; status: number; code: string }
  | { kind: 'other'; status: number; type: string }
  | { kind: 'upgraded' }
  | { kind: 'failed'; reason: string };

const timeoutMs = 5000;
const longestBody = 64 * 1024;

/** Sends one request on a connection of its own, follows nothing, and reads the beginning of the answer. */
export function sendProbe(probe: Probe): Promise<ProbeResult> {
  const url = new URL(probe.base.href + probe.path);
  const { request: send } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve) => {
    const request = send(url, {
      method: probe.method ?? 'GET',
      headers: listHeaders(probe),
      agent: false,
      timeout: timeoutMs,
    });
    request.on('timeout', () => request.destroy(new Error(`no answer in ${timeoutMs} ms`)));
    request.on('error', (error) => resolve({ kind: 'failed', reason: error.message }));
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve({ kind: 'upgraded' });
    });
    request.on('response', (response) => {
      let text = '';
      const end = () => resolve(judge(response, text));
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.length > longestBody) response.destroy();
      });
      response.on('close', end);
    });
    request.end();
  });
}

function listHeaders({ base, cookie, upgrade }: Probe): Record<string, string> {
  const authorization = toAuthorization(base);
  return {
    accept: 'application/json',
    ...(authorization === null ? {} : { authorization }),
    ...(cookie === undefined ? {} : { cookie }),
    ...(upgrade === true ? upgradeHeaders : {}),
  };
}

// RFC 6455, section 4.1; the key is its own example.
const upgradeHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

function judge({ statusCode = 0, headers }: http.IncomingMessage, text: string): ProbeResult {
  const code = parseErrorEnvelope(parse(text))?.code;
  if (code !== undefined) return { kind: 'ours', status: statusCode, code };
  return { kind: 'other', status: statusCode, type: headers['content-type'] ?? 'no type' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
