/** The pages that people see in a browser: how they are laid out, and who may open them. */
export {
  confirmTarget,
  type Fields,
  type PageRoute,
  pageEndpoints,
  type SignedIn,
  secondFactorTarget,
  signInTarget,
  visitorOf,
  whenSignedIn,
  whenSignedInForm,
} from '../page-endpoint.ts'
export { leadOn, type PageContext, pageReply, redirectTo } from './layout.ts'
export { messagePage } from './message-page.ts'
export { hiddenFields, timeText } from './parts.ts'
export type { TextKey } from './texts.ts'
