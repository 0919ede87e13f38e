/** The plan of a query: its steps as a tree, the SQL, and what is left to the documents. */
import { Code } from '@mantine/core'
import { NoRight, Wait } from '../../parts/states.tsx'
import { useRight } from '../../session/use-session.ts'
import { planSteps } from './explain.ts'
import { type ParameterValues, usePlan } from './queries.ts'
import style from './query.module.css'
import { useTexts } from './texts.ts'

interface Props {
  readonly q: string
  readonly parameters: ParameterValues
}

export function PlanView({ q, parameters }: Props) {
  const t = useTexts()
  const isAdmin = useRight('api.admin')
  const plan = usePlan(q, parameters, isAdmin)
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
