// Everything `npm test` runs: the checks side by side, then tests and stories. A failing step prints its output and ends the
// run; what runs beside it ends first, and each that failed is counted.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { join } from 'node:path'
import { findHeadless, findShell } from '../tests/find-chromium.ts'
import { embeddedTests, serverTests, testsWithoutDatabase } from './database-tests.ts'
import { type Counts, type Outcome, readPlaywright, readVitest } from './read-reports.ts'

const root = join(import.meta.dirname, '..')
const reports = join(root, 'node_modules/.cache/pujante-reports')
/** sysexits.h EX_UNAVAILABLE, from tests/postgres-server.ts. */
const EXIT_UNAVAILABLE = 69

/** `tellsFigures`: what it prints is worth reading also when it is well. */
type Check = { name: string; command: string[]; tellsFigures?: true }
type Step = {
  part: 'unit' | 'e2e'
  name: string
  command: string[]
  /** Report file of the runner, and how to read it. */
  report?: { file: string; read: (report: string) => Outcome }
}

const VITEST = ['vitest', 'run', '--reporter=default', '--reporter=json']
/** The longest first, so that the cores end together. Without threads tsc needs half the processor time. */
const CHECKS: Check[] = [
  {
    name: 'Tipos del servidor',
    command: ['tsc', '--singleThreaded', '-p', 'tsconfig.server.json'],
  },
  {
    name: 'Formato y estilo (biome)',
    // It ignores NO_COLOR.
    command: ['biome', 'ci', '--error-on-warnings', '--colors=off'],
  },
  { name: 'Tipos del navegador', command: ['tsc', '--singleThreaded', '-p', 'tsconfig.web.json'] },
  { name: 'Código sin uso (knip)', command: ['knip'] },
  {
    name: 'Tipos de los recorridos',
    command: ['tsc', '--singleThreaded', '-p', 'tsconfig.stories.json'],
  },
  { name: 'Estructura', command: ['node', 'scripts/check-layout.ts'], tellsFigures: true },
]

/** First of all: two lanes start the program. */
const PROGRAM: Step = {
  part: 'unit',
  name: 'Programa',
  command: ['node', 'scripts/build.ts', '--only=server'],
}

/**
 * Side by side; the steps of a lane one after the other. Each waits much of its time, for mails, programs and frames: together
 * they keep two cores busy.
 */
const LANES: Step[][] = [
  [vitestStep('Pruebas con PostgreSQL embebido', embeddedTests(), 'unit')],
  [
    vitestStep(
      'Pruebas con un servidor PostgreSQL',
      ['--maxWorkers=1', ...serverTests()],
      'postgres',
      ['node', 'tests/postgres-server.ts'],
    ),
  ],
  [
    { part: 'e2e', name: 'Parte del navegador', command: ['node', 'scripts/build.ts'] },
    // By the first story it would keep all of them waiting for a minute.
    { part: 'e2e', name: 'Cuentas de ejemplo', command: ['node', 'tests/e2e/filled-accounts.ts'] },
    {
      part: 'e2e',
      name: 'Historias en Chromium',
      command: ['playwright', 'test', '--reporter=line,json'],
      report: { file: join(reports, 'e2e.json'), read: readPlaywright },
    },
  ],
]

/** What needs no database, in parts: each lane that is through takes the next, so that no core is left idle by the last one. */
const REST: Step[] = [
  ['--project=browser'],
  ['--project=program', '--shard=1/2'],
  ['--project=program', '--shard=2/2'],
].map((part, at, { length }) =>
  vitestStep(
    `Pruebas sin base de datos, parte ${at + 1} de ${length}`,
    ['--maxWorkers=1', ...part, ...testsWithoutDatabase()],
    `plain-${at + 1}`,
  ),
)

function vitestStep(name: string, filters: string[], id: string, within: string[] = []): Step {
  const file = join(reports, `${id}.json`)
  const command = [...within, ...VITEST, `--outputFile.json=${file}`, ...filters]
  return { part: 'unit', name, command, report: { file, read: readVitest } }
}

async function runAll(only: string | undefined): Promise<number> {
  mkdirSync(reports, { recursive: true })
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  const [failures, unsteady]: [string[], string[]] = [[], []]
  if (!only || only === 'check') total.failed = await runChecks()
  const runLane = async (lane: Iterable<Step>) => {
    for (const step of lane) {
      if (total.failed > 0) break
      if (only && step.part !== only) continue
      const { counts, ok, ...named } = await runStep(step)
      failures.push(...named.failures)
      unsteady.push(...named.unsteady)
      total.passed += counts.passed
      // A step that fails without naming a test (a type error, say) still counts as one failure.
      total.failed += ok ? counts.failed : Math.max(counts.failed, 1)
      total.skipped += counts.skipped
    }
  }
  await runLane([PROGRAM])
  const rest = REST.values()
  await Promise.all(LANES.map((lane) => runLane(lane).then(() => runLane(rest))))
  // What is kept of a long output is often its end.
  if (unsteady.length > 0) console.log(`Solo a la segunda:\n${unsteady.join('\n')}\n`)
  if (failures.length > 0) console.log(`Ha fallado:\n${failures.join('\n')}\n`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
  return total.failed === 0 ? 0 : 1
}

/** A line for each as it ends, then whole what the first of them said that failed; returns how many did. */
async function runChecks(): Promise<number> {
  const waiting = CHECKS.entries()
  const failed: { place: number; output: string }[] = []
  const lane = async () => {
    for (const [place, { name, command, tellsFigures }] of waiting) {
      const startedAt = performance.now()
      const { code, output } = await run(command)
      const figures = code === 0 && tellsFigures ? `\n  ${output.trim()}` : ''
      console.log(
        `${name}… ${code === 0 ? 'bien' : 'MAL'} (${secondsSince(startedAt)} s)${figures}`,
      )
      if (code !== 0) failed.push({ place, output })
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  const [first] = failed.sort((a, b) => a.place - b.place)
  if (first) console.log(`\n${CHECKS[first.place]?.name}:\n${first.output.trim()}\n`)
  return failed.length
}

async function runStep(step: Step): Promise<Outcome & { ok: boolean }> {
  const startedAt = performance.now()
  if (step.report) rmSync(step.report.file, { force: true })
  const chromium = step.report?.file.endsWith('e2e.json') ? await chromiumPath() : undefined
  const { code, output } = await run(step.command, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json'),
    ...(chromium && { CHROME_PATH: chromium }),
  })
  const outcome = outcomeOf(step)
  const { counts } = outcome
  if (code === EXIT_UNAVAILABLE) {
    console.log(`${step.name}… omitido: ${output.trim().split('\n').at(-1)}`)
    return { ...outcome, ok: true }
  }
  const ran = step.report ? ` · ${counts.passed} bien, ${counts.failed} mal` : ''
  console.log(`${step.name}… ${code === 0 ? 'bien' : 'MAL'} (${secondsSince(startedAt)} s${ran})`)
  if (code !== 0) console.log(`\n${output.trim()}\n`)
  return { ...outcome, ok: code === 0 }
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1).replace('.', ',')
}

function outcomeOf(step: Step): Outcome {
  if (step.report && existsSync(step.report.file))
    return step.report.read(readFileSync(step.report.file, 'utf8'))
  return { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [], unsteady: [] }
}

/** A Chromium without its window, which costs a third less; a whole one where that is not to be had. */
async function chromiumPath(): Promise<string | undefined> {
  // Who names one wants that one.
  const mayInstall =
    !process.env.CHROME_PATH && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall && !findShell()) await installPackage('chromium-headless-shell')
  const found = findHeadless()
  if (found) return found
  process.stdout.write('instalando Chromium… ')
  if (mayInstall) await installPackage('chromium')
  const installed = findHeadless()
  if (installed) return installed
  const { code, output } = await run(['playwright', 'install', '--only-shell', 'chromium'])
  if (code !== 0)
    console.log(`no se ha podido instalar Chromium.\n${output.trim().split('\n').at(-1)}`)
  return findHeadless()
}

/** A line that answers nothing must not hold the stories up. */
const LONGEST_FETCH_S = '180'

/** Debian's, where it has it; only fetching is cut off: a package half installed would have to be mended by hand. */
async function installPackage(name: string) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', '--no-remove']
  const inTime = ['timeout', LONGEST_FETCH_S]
  const isFetched = async () =>
    (await run([...inTime, ...install, '--download-only', name], env)).code === 0
  // The index of packages may be old, or not be there.
  if (!(await isFetched())) {
    await run([...inTime, 'apt-get', 'update'], env)
    if (!(await isFetched())) return
  }
  // PostgreSQL may be being installed beside it.
  await run([...install, '-o', 'DPkg::Lock::Timeout=180', name], env)
}

/** What several hundred data folders are copied to and read from: without disk a sixth of the time goes. */
const MEMORY = '/dev/shm'
/** Of it stories and tests fill three at the most; the rest is what they run in. */
const MEMORY_BYTES = 4 * 2 ** 30
const RUNNING_BYTES = 4 * 2 ** 30

function temporaryFolder(): Record<string, string> {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return {}
  const { bavail, bsize } = statfsSync(MEMORY)
  const hasRoom = bavail * bsize > MEMORY_BYTES && freemem() > MEMORY_BYTES + RUNNING_BYTES
  return hasRoom ? { TMPDIR: MEMORY } : {}
}

function run(
  [program, ...args]: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(program ?? '', args, {
    cwd: root,
    // On Windows the tools of node_modules/.bin are .cmd files, which only a shell starts.
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      [process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR']: '1',
      // The program is started some thirty times.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/pujante-compiled'),
      ...temporaryFolder(),
      ...environment,
    },
  })
  const end = () => child.kill()
  process.once('exit', end)
  return new Promise((resolve) => {
    let output = ''
    child.once('exit', () => process.off('exit', end))
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        output += text
      })
    }
    child.once('error', (error) => resolve({ code: 1, output: String(error) }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7)
process.exit(await runAll(only))
