/** The templates that a record of an EHR can be made with. */

/** False for templates of people, roles, statuses and folders. */
export const isForRecords = ({ archetype_id }: { readonly archetype_id: string }): boolean =>
  archetype_id.includes('-COMPOSITION.')
