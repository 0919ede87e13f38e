/**
 * The topics of the openEHR library, loaded by the verbs that use them: to load them takes longer than the other verbs run. Files that
 * import the library themselves are loaded by their verbs in the same way.
 */
export const loadFormats = () => import('@cairn-ehr/openehr/format')
export const loadTemplates = () => import('@cairn-ehr/openehr/template')
export const loadValidator = () => import('@cairn-ehr/openehr/validate')
