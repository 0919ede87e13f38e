/** Turns off pretenuring (decision 0039). */
import { setFlagsFromString } from 'node:v8'

// V8 would put objects that it expects to live long into its old space at once. Here they live as long as a request, and everything that
// they refer to stays until the next full collection (docs/decisions/0039-no-pretenuring.md).
setFlagsFromString('--no-allocation-site-pretenuring')
