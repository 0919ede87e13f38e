/** The key of everything that is known of an EHR. */
export const ehrKey = (ehrId: string) => ['ehr', ehrId]
