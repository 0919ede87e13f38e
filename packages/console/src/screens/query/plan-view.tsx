/** The plan of a query: its steps as a tree, the SQL, and what is left to the documents. */
import { Code } from '@mantine/core'
import { NoRight, Wait } from '../../parts/states.tsx'
import { useRight } from '../../session/use-session.ts'
import { PlanPicture } from './plan-picture.tsx'
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
                <PlanPicture text={text} />
              ) : (
                <Code block tabIndex={0}>
                  {text}
                </Code>
              )}
            </section>
          ))}
        </>
      )}
    </Wait>
  )
}
