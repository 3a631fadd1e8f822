export {
  defineMask,
  type Mask,
  type MaskContext,
  type MaskValue,
  type OpaqueValue,
  type PropertyMask,
} from './mask/mask.js';
export { digits, drop, email, fixed, pseudonym } from './mask/ready-masks.js';
