/** The templates that a caller with limited rights finds by their id: others are not there. */

import { allows } from '../access/index.ts'
import type { LimitedCall } from '../http/index.ts'
import type { TemplateShelf } from './template-shelf.ts'

/** By key, the template of a record is found that the caller may see anyway. */
export const limitShelf = (
  shelf: TemplateShelf,
  { rights, right: { resource, permissions, withoutIdentity, orParties } }: LimitedCall,
): TemplateShelf => {
  const reaches = (name: string): boolean =>
    allows(rights, {
      resource,
      permissions,
      name,
      ...(withoutIdentity && { withoutIdentity }),
      ...(orParties && { orParties }),
    })
  return {
    ...shelf,
    ids: async () => (await shelf.ids()).filter(reaches),
    latest: async templateId => (reaches(templateId) ? shelf.latest(templateId) : undefined),
  }
}
