/** JSON or XML to read: folded, searched, copied. */
import { json } from '@codemirror/lang-json'
import { xml } from '@codemirror/lang-xml'
import { foldGutter } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { codeTheme } from './code-theme.ts'
import style from './code-view.module.css'

interface Props {
  readonly text: string
  readonly format: 'json' | 'xml'
  readonly label: string
}

const LANGUAGES = { json, xml } as const

export const readOnlyCode = (format: Props['format'], label: string) => [
  lineNumbers(),
  foldGutter(),
  LANGUAGES[format](),
  codeTheme(),
  EditorView.lineWrapping,
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-label': label }),
]

export function CodeView({ text, format, label }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current) return
    const view = new EditorView({ doc: text, extensions: readOnlyCode(format, label), parent: place.current })
    return () => view.destroy()
  }, [text, format, label])
  return <div ref={place} className={style['view']} />
}
