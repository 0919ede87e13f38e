/** The plan of a query: its steps as a tree, the SQL, and what is left to the documents. */
import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { NoRight, Wait } from '../../parts/states.tsx'
import { useCairn, useRight } from '../../session/use-session.ts'
import { planParts, planSteps } from './explain.ts'
import style from './query.module.css'
import { useTexts } from './texts.ts'

interface Props {
  readonly q: string
  readonly parameters: Readonly<Record<string, string | number | boolean>>
}

export function PlanView({ q, parameters }: Props) {
  const t = useTexts()
  const cairn = useCairn()
  const isAdmin = useRight('api.admin')
  const plan = useQuery({
    queryKey: ['explain', q, parameters],
    queryFn: async ({ signal }) => {
      const text = await cairn.query.adhocPost(
        { body: { q, offset: 0, fetch: 100, query_parameters: parameters }, explain: true },
        { accept: 'text/plain', signal },
      )
      return planParts(String(text))
    },
    enabled: isAdmin,
  })
  if (!isAdmin) return <NoRight right="api.admin" />
  return (
    <Wait query={plan}>
      {parts => (
        <>
          {parts.some(({ title }) => title === 'sql') ? (
            <p>{t('The database answers this query.')}</p>
          ) : (
            <p>{t('The server reads the documents that the database selects to answer this query.')}</p>
          )}
          {parts.map(({ title, text }) => (
            <section key={title} className={style['plan']}>
              <h2>{title}</h2>
              {title === 'nodes' ? (
                <ol className={style['steps']}>
                  {planSteps(text).map((step, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: steps of a plan never change their order
                    <li key={index} style={{ marginLeft: `${step.depth * 1.4}rem` }}>
                      {step.text}
                    </li>
                  ))}
                </ol>
              ) : (
                <Code block>{text}</Code>
              )}
            </section>
          ))}
        </>
      )}
    </Wait>
  )
}
