import net from 'node:net';
import tls from 'node:tls';
import { createEgressError } from './refuse-call.js';

/** Refuses sockets to Google's Datastore and Firestore, for a process whose target is local. Returns its undo. */
export function guardSockets(): () => void {
  const undoConnect = guardMethod(net.Socket.prototype, 'connect', readHost);
  // The name is known here even where a proxy or grpc's own resolver connected to an address.
  const undoServername = guardMethod(tls.TLSSocket.prototype, 'setServername', ([name]) => name);
  return () => {
    undoConnect();
    undoServername();
  };
}

/** Whether a host is one of Google's Datastore or Firestore endpoints: regional, private, of another universe. */
export function isDatastoreHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  const universe = (process.env.GOOGLE_CLOUD_UNIVERSE_DOMAIN || 'googleapis.com').toLowerCase();
  const isGoogle = name.endsWith('.googleapis.com') || name.endsWith(`.${universe}`);
  return isGoogle && /(?:^|[.-])(?:datastore|firestore)(?:[.-])/.test(name);
}

function guardMethod(
  prototype: object,
  method: string,
  readName: (args: readonly unknown[]) => unknown,
): () => void {
  const methods = prototype as Record<string, unknown>;
  const original = methods[method] as Function;
  const guarded = function (this: net.Socket, ...args: unknown[]): unknown {
    const host = readName(args);
    if (typeof host !== 'string' || !isDatastoreHost(host))
      return original.apply(this, args) as unknown;
    // Later, because node:https listens for errors from the next tick on.
    setImmediate(() => this.destroy(createEgressError(`A connection to ${host}`)));
    return this;
  };
  methods[method] = guarded;
  return () => {
    if (methods[method] === guarded) methods[method] = original;
  };
}

/** `connect(options)`, `connect(port, host)`, or either as the array that node:net passes to itself. */
function readHost(args: readonly unknown[]): unknown {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === 'object' && first !== null) return (first as { host?: unknown }).host;
  return second;
}
