/** Words on hover. The tooltip is made when the pointer comes: a record has hundreds of values, and a tooltip costs more than its value. */
import { Tooltip } from '@mantine/core'
import { type ComponentPropsWithoutRef, useId, useRef, useState } from 'react'

interface Props extends ComponentPropsWithoutRef<'span'> {
  readonly label: string
}

export function Hint({ label, children, ...span }: Props) {
  const id = useId()
  const target = useRef<HTMLSpanElement>(null)
  const [isShown, setShown] = useState(false)
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing is operated here, the pointer only shows words */}
      <span
        {...span}
        ref={target}
        onMouseEnter={() => setShown(true)}
        onMouseLeave={() => setShown(false)}
        aria-describedby={isShown ? id : undefined}
      >
        {children}
      </span>
      {isShown ? <Tooltip opened target={target} label={<span id={id}>{label}</span>} /> : null}
    </>
  )
}
