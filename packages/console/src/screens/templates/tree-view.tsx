/** The tree of a template with search, and everything about the node that was chosen. */
import { Code, Table, TextInput, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Empty } from '../../parts/states.tsx'
import { searchTree, type TemplateNode } from './template-tree.ts'
import style from './templates.module.css'
import { useTexts } from './texts.ts'

interface BranchProps {
  readonly node: TemplateNode
  readonly chosen: string | undefined
  readonly choose: (node: TemplateNode) => void
}

function Branch({ node, chosen, choose }: BranchProps) {
  return (
    <li>
      <UnstyledButton
        className={style['node']}
        aria-current={node.key === chosen ? 'true' : undefined}
        onClick={() => choose(node)}
      >
        <span>{node.label}</span>
        <span className={style['facts']}>
          {node.rmType} {node.occurrences}
        </span>
      </UnstyledButton>
      {node.children.length === 0 ? null : (
        <ul className={style['branches']}>
          {node.children.map(child => (
            <Branch key={child.key} node={child} chosen={chosen} choose={choose} />
          ))}
        </ul>
      )}
    </li>
  )
}

function PathLine({ label, path }: { readonly label: string; readonly path: string }) {
  const t = useTexts()
  if (path === '') return null
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Code>{path}</Code> <CopyButton value={path} label={t('Copy path')} />
      </dd>
    </>
  )
}

function Details({ node }: { readonly node: TemplateNode }) {
  const t = useTexts()
  return (
    <section className={style['details']} aria-label={node.label}>
      <h2>{node.label}</h2>
      <dl>
        <dt>{t('Type')}</dt>
        <dd>
          {node.rmType} {node.occurrences}
        </dd>
        <PathLine label={t('Node id')} path={node.nodeId} />
        <PathLine label={t('AQL path')} path={node.aqlPath} />
        <PathLine label={t('FLAT path')} path={`${node.flatPath}${node.suffixes[0] ?? ''}`} />
        {node.constraints.length === 0 ? null : (
          <>
            <dt>{t('Allowed')}</dt>
            <dd>
              <ul className={style['allowed']}>
                {[...new Set(node.constraints)].map(line => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {node.bindings.length === 0 ? null : (
          <>
            <dt>{t('Bound to')}</dt>
            <dd>{node.bindings.join(', ')}</dd>
          </>
        )}
      </dl>
      {node.terms.length === 0 ? null : (
        <Table>
          <Table.Tbody>
            {node.terms.map(({ language, name, description }) => (
              <Table.Tr key={language}>
                <Table.Td className="dim">{language}</Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{description === name ? '' : description}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}

export function TreeView({ tree }: { readonly tree: TemplateNode }) {
  const t = useTexts()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(tree)
  const shown = useMemo(() => searchTree(tree, text), [tree, text])
  return (
    <div className={style['columns']}>
      <div>
        <TextInput
          mb="sm"
          aria-label={t('Search')}
          placeholder={t('Label, path or code')}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        {shown ? (
          <ul className={style['tree']}>
            <Branch node={shown} chosen={chosen.key} choose={setChosen} />
          </ul>
        ) : (
          <Empty title={t('Nothing found')} />
        )}
      </div>
      <Details node={chosen} />
    </div>
  )
}
