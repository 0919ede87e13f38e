/** Tools that draft, explain and run AQL, and tell beforehand what a query would touch. */
import { type CairnClient, isCairnError, type ResultSet } from '@cairn-ehr/client'
import { ask } from '../verbs/result-set.ts'
import { type DraftColumn, type DraftCondition, draftAql } from './draft-aql.ts'
import { pathsOf, templatesOf } from './template-tools.ts'
import {
  countIn,
  integer,
  objectIn,
  optionalText,
  type Tool,
  type ToolInput,
  ToolInputError,
  text,
  textIn,
} from './tool.ts'
import { countingQuery, readQuery } from './touched.ts'

const MOST_ROWS = 1000
const USUAL_ROWS = 50
/** Templates that are searched for the archetypes of a query. */
const MOST_SEARCHED = 100

const QUERY = {
  q: text('The query, in AQL. Draft it with draft_aql, or write it with paths of find_paths.'),
  ehr_id: text('In this EHR only.'),
  query_parameters: { type: 'object', description: 'Values of parameters such as $name, by name.' },
} as const

const bodyOf = (input: ToolInput, fetch: number, q = textIn(input, 'q')) => {
  const ehrId = optionalText(input, 'ehr_id')
  return {
    q,
    fetch,
    query_parameters: objectIn(input, 'query_parameters'),
    ...(ehrId === undefined ? {} : { ehr_id: ehrId }),
  }
}

const resultOf = async (cairn: CairnClient, body: Readonly<Record<string, unknown>>): Promise<ResultSet> =>
  (await (await ask(cairn, { path: 'aql', body })).json()) as ResultSet

/** The plan of the server; callers without the right to see it get the words that the text alone gives. */
async function explainOf(cairn: CairnClient, body: Readonly<Record<string, unknown>>): Promise<string> {
  const { explained } = readQuery(String(body['q']))
  try {
    const plan = await (await ask(cairn, { path: 'aql', body }, { explain: true })).text()
    return `${explained}\n\n${plan}`
  } catch (error) {
    if (!isCairnError(error, 'auth.insufficient_scope')) throw error
    return `${explained}\n\nThe plan of the server is shown to clients with the scope api.admin.`
  }
}

function listIn<T>(
  input: ToolInput,
  name: string,
  read: (item: Readonly<Record<string, unknown>>) => T,
): T[] {
  const value = input[name] ?? []
  if (!Array.isArray(value) || value.length > 50) throw new ToolInputError(`${name} is a list of at most 50.`)
  return value.map(item => read(typeof item === 'object' && item !== null ? item : {}))
}

const columnIn = (item: ToolInput): DraftColumn => {
  const path = textIn(item, 'path')
  const usual = path.split('|')[0]?.split('/').at(-1)?.replace(/:\d+$/, '') ?? 'value'
  return { path, label: optionalText(item, 'label') ?? usual }
}

const conditionIn = (item: ToolInput): DraftCondition => {
  const value = item['value']
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new ToolInputError('The value of a condition is a text, a number or a boolean.')
  return { path: textIn(item, 'path'), operator: optionalText(item, 'operator') ?? '=', value }
}

/** Templates that have one of the archetypes. */
async function templatesWith(cairn: CairnClient, archetypes: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { template_id } of archetypes.length > 0 ? await templatesOf(cairn, MOST_SEARCHED) : []) {
    const { value } = await cairn.templates.get({ template_id }, { accept: 'application/xml' })
    if (archetypes.some(each => value.includes(each))) found.push(template_id)
  }
  return found
}

const path = text('A path in FLAT, as find_paths has it.')

export const QUERY_TOOLS: readonly Tool[] = [
  {
    name: 'draft_aql',
    title: 'Draft a query',
    description:
      'Writes AQL that shows values of the records of a template, newest first, with the id of the EHR and the time. Nothing is run: read it, ask list_touched, then run_aql.',
    properties: {
      template_id: text('As find_templates has it.'),
      columns: {
        type: 'array',
        description: 'Values to show.',
        items: {
          type: 'object',
          required: ['path'],
          properties: { path, label: text('Name of the column.') },
        },
      },
      conditions: {
        type: 'array',
        description: 'All of them must hold.',
        items: {
          type: 'object',
          required: ['path', 'value'],
          properties: {
            path,
            operator: text('=, !=, <, <=, >, >= or LIKE; = when left out.'),
            value: { description: 'A text, a number or a boolean.' },
          },
        },
      },
      ehr_id: QUERY.ehr_id,
      limit: integer(`Most rows; ${USUAL_ROWS} when left out.`, MOST_ROWS),
    },
    required: ['template_id', 'columns'],
    run: async (cairn, input) => {
      const templateId = textIn(input, 'template_id')
      const columns = listIn(input, 'columns', columnIn)
      if (columns.length === 0) throw new ToolInputError('Give one column at least.')
      const q = draftAql(await pathsOf(cairn, templateId), {
        templateId,
        columns,
        conditions: listIn(input, 'conditions', conditionIn),
        ehrId: optionalText(input, 'ehr_id'),
        limit: countIn(input, 'limit', USUAL_ROWS, MOST_ROWS),
      })
      return { q, explain: readQuery(q).explained }
    },
  },
  {
    name: 'explain_aql',
    title: 'Explain a query',
    description: 'Says in words what a query asks for, and how the server would run it. Nothing is run.',
    properties: QUERY,
    required: ['q'],
    run: async (cairn, input) => ({ explain: await explainOf(cairn, bodyOf(input, USUAL_ROWS)) }),
  },
  {
    name: 'list_touched',
    title: 'List what a query would touch',
    description:
      'Tells how many rows and EHRs a query would show, and which archetypes, paths and templates it reads. No values are shown. Ask this before a query over many patients.',
    properties: QUERY,
    required: ['q'],
    run: async (cairn, input) => {
      const query = readQuery(textIn(input, 'q'))
      const counted = await resultOf(cairn, bodyOf(input, 1, countingQuery(query)))
      const counts = Object.fromEntries(counted.columns.map(({ name }, at) => [name, counted.rows[0]?.[at]]))
      const { variables, archetypes, paths, explained } = query
      return {
        rows: counts['found'],
        ehrs: counts['ehrs'] ?? 'not known: FROM does not name the EHR',
        variables,
        archetypes,
        paths,
        templates: await templatesWith(cairn, archetypes),
        explain: explained,
      }
    },
  },
  {
    name: 'run_aql',
    title: 'Run a query',
    description: 'Runs AQL and shows its rows, with the explain text. What was shown is in the audit trail.',
    properties: { ...QUERY, fetch: integer(`Most rows; ${USUAL_ROWS} when left out.`, MOST_ROWS) },
    required: ['q'],
    run: async (cairn, input) => {
      const body = bodyOf(input, countIn(input, 'fetch', USUAL_ROWS, MOST_ROWS))
      const { columns, rows, meta } = await resultOf(cairn, body)
      return {
        columns: columns.map(({ name }) => name),
        rows,
        more: meta.more === true,
        warnings: meta.warnings ?? [],
        explain: await explainOf(cairn, body),
      }
    },
  },
]
