/** Pages and files for people: the console, the documentation, the start page, the page for operators. */
export { consoleMount } from './console.ts'
export { docsMount } from './docs-site.ts'
export { operatorPageMount } from './operator-page.ts'
export { healthEndpoints, siteMount } from './site.ts'
