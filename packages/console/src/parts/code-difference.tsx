/** Two texts side by side, equal parts folded away. */
import { MergeView } from '@codemirror/merge'
import { useEffect, useRef } from 'react'
import { readOnlyCode } from './code-view.tsx'

interface Props {
  readonly before: string
  readonly after: string
  readonly labels: readonly [before: string, after: string]
}

export function CodeDifference({ before, after, labels: [old, now] }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    const view = new MergeView({
      a: { doc: before, extensions: readOnlyCode('json', old) },
      b: { doc: after, extensions: readOnlyCode('json', now) },
      parent: place.current,
      collapseUnchanged: { margin: 3, minSize: 6 },
      gutter: true,
    })
    return () => view.destroy()
  }, [before, after, old, now])
  return <div ref={place} />
}
