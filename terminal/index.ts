export { type PinAnswer, requestPin } from './request-pin.js';
export { openTerminal, type Terminal } from './terminal.js';
