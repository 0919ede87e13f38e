/** Lines of a text to read; those of the chosen value are marked and in view. */
import { type ReactNode, useEffect, useRef } from 'react'
import style from './mappings.module.css'

interface Props {
  readonly title: string
  readonly lines: readonly string[]
  /** Indexes of lines that a mapping has anything to do with. */
  readonly mapped: ReadonlySet<number>
  readonly chosen: ReadonlySet<number>
  readonly children?: ReactNode
}

const CONTEXT_PX = 60

export function LinesPane({ title, lines, mapped, chosen, children }: Props) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const first = Math.min(...chosen)
    const line = list.current?.children[first]
    // Only the pane is scrolled: the page stays where the reader is.
    if (list.current && line instanceof HTMLElement) list.current.scrollTop = line.offsetTop - CONTEXT_PX
  }, [chosen])
  const numbered = lines.map((text, number) => ({ text, number }))
  return (
    <section className={style['pane']} aria-label={title}>
      <h2 className={style['heading']}>{title}</h2>
      {children}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <ol className={`${style['lines']} mono`} ref={list} tabIndex={0}>
        {numbered.map(({ text, number }) => (
          <li
            key={number}
            data-mapped={mapped.has(number) || undefined}
            data-on={chosen.has(number) || undefined}
          >
            {text}
          </li>
        ))}
      </ol>
    </section>
  )
}
