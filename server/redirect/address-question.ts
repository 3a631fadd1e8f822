import type { RequestMessage } from './messages.js';
import type { RedirectAddress } from './types.js';

const questionMark = Symbol.for('app-test.address-question');

/** A request that is never sent: the wrapper that receives it says where it would go. */
export interface AddressQuestion extends RequestMessage {
  [questionMark]: true;
  answer?: RedirectAddress;
}

/** Makes a question to be passed to an RPC method in place of a request. */
export function askForAddress(): AddressQuestion {
  return { [questionMark]: true };
}

/** Whether a request is a question. */
export function isAddressQuestion(request: unknown): request is AddressQuestion {
  return typeof request === 'object' && request !== null && questionMark in request;
}
