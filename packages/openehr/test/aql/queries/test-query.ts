/** A test query of the AQL reference, and the paths and clauses that many of them share. */

/** Number, query, what it asks for or why it is refused. */
export type TestQuery = readonly [number: number, query: string, meaning: string]

export const SYS = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value'
export const DIA = 'o/data[at0001]/events[at0006]/data[at0003]/items[at0005]/value'
export const BP = `SELECT ${SYS}/magnitude FROM OBSERVATION o[openEHR-EHR-OBSERVATION.blood_pressure.v2]`
export const UID = 'SELECT c/uid/value FROM COMPOSITION c'
