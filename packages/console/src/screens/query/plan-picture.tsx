/** The steps of a plan as a tree of boxes: rows flow from the lowest boxes up to the page at the top. */
import { type PlanNode, planTree } from './explain.ts'
import style from './query.module.css'
import { useTexts } from './texts.ts'

function Node({ node }: { readonly node: PlanNode }) {
  const { verb, detail, below } = node
  return (
    <li>
      <div className={style['step']}>
        <b>{verb}</b>
        {detail === '' ? null : <span>{detail}</span>}
      </div>
      {below.length === 0 ? null : (
        <ul>
          {below.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps of a plan never change their order
            <Node key={index} node={each} />
          ))}
        </ul>
      )}
    </li>
  )
}

export function PlanPicture({ text }: { readonly text: string }) {
  const t = useTexts()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide plan is scrolled by keyboard
    <section className={style['picture']} aria-label={t('Steps of the plan')} tabIndex={0}>
      <ul>
        {planTree(text).map((node, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps of a plan never change their order
          <Node key={index} node={node} />
        ))}
      </ul>
    </section>
  )
}
