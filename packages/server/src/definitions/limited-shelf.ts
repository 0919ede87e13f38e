/** The templates that a caller with limited rights finds by their id: others are not there. */
import type { LimitedCall } from '../http/index.ts'
import { allows } from '../rights/index.ts'
import type { TemplateShelf } from './template-shelf.ts'

/** By key, the template of a record is found that the caller may see anyway. */
export const limitShelf = (
  shelf: TemplateShelf,
  { rights, right: { resource, permissions, withoutIdentity } }: LimitedCall,
): TemplateShelf => ({
  ...shelf,
  latest: async templateId => {
    const attempt = { resource, permissions, name: templateId, ...(withoutIdentity && { withoutIdentity }) }
    return allows(rights, attempt) ? shelf.latest(templateId) : undefined
  },
})
