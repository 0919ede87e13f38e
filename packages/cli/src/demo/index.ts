/** The demo hospital for other programs: the console loads it from a page, under the rights of its reader. */
export { furnish, refuseAmongOthers } from './furnish.ts'
export { USUAL_PATIENTS } from './identity.ts'
export { lifeOf, load, recordsIn } from './load.ts'
export { demoTemplates, type TemplateFile } from './templates.ts'
