/** Types the commands of a page into a shell, as they stand, and compares what they answer with what the page says. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'

interface Step {
  readonly commands: string
  /** The excerpt of an answer that follows; `…` stands for anything. */
  readonly answer: string | undefined
}

/** The `sh` blocks of a page, each with the plain block that follows it before the next. */
function stepsIn(page: string): readonly Step[] {
  const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, kind, text = '']) => ({ kind, text }))
  return blocks.flatMap(({ kind, text }, index) => {
    const next = blocks[index + 1]
    return kind === 'sh' ? [{ commands: text, answer: next?.kind === '' ? next.text : undefined }] : []
  })
}

/** Checks that the fragments between `…` are all there, in order. */
function holds(output: string, excerpt: string): boolean {
  const fragments = excerpt
    .trim()
    .split('…')
    .map(each => each.trim())
  let from = 0
  return fragments.every(fragment => {
    const at = output.indexOf(fragment, from)
    from = at + fragment.length
    return at >= 0
  })
}

const MARK = '--- next step ---'

/** All in one shell, as a person types them; ends at the first command that fails. */
function typed(steps: readonly Step[], cwd: string, env: Readonly<Record<string, string>>) {
  const script = steps.map(({ commands }) => `${commands}\necho; echo '${MARK}'`).join('\n')
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', data => {
    out += data
  })
  child.stderr.on('data', data => {
    err += data
  })
  return new Promise<{ code: number | null; outputs: readonly string[]; err: string }>((done, failed) => {
    child.on('error', failed)
    child.on('close', code => done({ code, outputs: out.split(MARK), err }))
  })
}

/** Fails with the first command that fails or answers something else. */
export async function followPage(
  page: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const steps = stepsIn(page)
  const { code, outputs, err } = await typed(steps, cwd, env)
  const failing = steps[outputs.length - 1]?.commands
  assert.equal(code, 0, `${failing}\n${outputs.at(-1)}\n${err}`)
  for (const [index, { commands, answer }] of steps.entries()) {
    const output = outputs[index] ?? ''
    if (answer !== undefined)
      assert.ok(holds(output, answer), `${commands}\nanswers\n${output}\nnot\n${answer}`)
  }
  return steps.length
}

/** The tour of the README for another port. */
export const tourOf = (readme: string, port: number | string): string =>
  readme.replaceAll('http://localhost:8080', `http://localhost:${port}`)
