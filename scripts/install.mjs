// Plain JavaScript without dependencies: on a fresh clone it runs under the machine's own Node (20 or
// newer), before the pinned runtime of node_modules exists.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const onWindows = process.platform === 'win32'

/** The pinned Node 24 that runs everything but the two launchers. */
export const pinnedNode = join(root, 'node_modules/node/bin', onWindows ? 'node.exe' : 'node')

/** Installs what package-lock.json asks for, unless it is there already. Ends the process on failure. */
export async function installDependencies() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    fail(
      `Hace falta Node 20 o posterior y este es ${process.version}. Descárgalo en https://nodejs.org`,
    )
  }
  if (isInstalled()) return
  const startedAt = Date.now()
  process.stdout.write('Instalando dependencias… ')
  const { code, output } = await npmCi()
  if (code !== 0) {
    console.log('error')
    fail(explain(output), output)
  }
  if (!pinnedNodeRuns()) {
    console.log('error')
    fail('npm no ha podido instalar el Node 24 del proyecto (paquete "node").', output)
  }
  console.log(`listo en ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

/** Environment for children: the pinned tools come first in PATH. */
export function childEnvironment(extra = {}) {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const separator = onWindows ? ';' : ':'
  const path = [dirname(pinnedNode), join(root, 'node_modules/.bin'), process.env[pathKey] ?? '']
  return { ...process.env, [pathKey]: path.join(separator), ...extra }
}

/** Starts the pinned Node on a file of the project, sharing this terminal. */
export function startNode(args, extraEnvironment = {}) {
  return spawn(pinnedNode, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: childEnvironment(extraEnvironment),
  })
}

/** Passes signals on to the children and resolves with the first exit code, as a shell would report it. */
export function superviseUntilExit(children) {
  // A terminal sends Ctrl+C to the whole group, so the children have it already.
  process.on('SIGINT', () => process.stdin.isTTY || stopAll(children, 'SIGINT'))
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(children, signal))
  stopWithNpm(children)
  return new Promise((resolve) => {
    for (const child of children) {
      child.once('exit', (code, signal) => {
        stopAll(children, 'SIGTERM')
        resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
      })
    }
  })
}

// npm passes a signal to its shell only, which dies without passing it on: the server would stay and keep the port.
function stopWithNpm(children) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stopAll(children, 'SIGTERM')
  }, 300)
  watch.unref()
}

function stopAll(children, signal) {
  for (const child of children) if (child.exitCode === null && !child.signalCode) child.kill(signal)
}

// npm writes node_modules/.package-lock.json as the last act of an install, so an interrupted one has none.
function isInstalled() {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const installed = packagesIn(join(root, 'node_modules/.package-lock.json'))
  return (
    Object.entries(wanted).every(
      ([path, wants]) =>
        path === '' ||
        wants.optional ||
        wants.devOptional ||
        installed[path]?.version === wants.version,
    ) && pinnedNodeRuns()
  )
}

function packagesIn(lockFile) {
  if (!existsSync(lockFile)) return {}
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

// Also false when the folder was copied from a machine of another kind.
function pinnedNodeRuns() {
  return existsSync(pinnedNode) && spawnSync(pinnedNode, ['--version']).status === 0
}

function npmCi() {
  // Development packages too, even under NODE_ENV=production: Vite builds the browser side here.
  const args = ['ci', '--include=dev', '--ignore-scripts=false', '--engine-strict=false']
  // Without network npm would wait minutes between its retries.
  args.push('--no-audit', '--no-fund', '--fetch-retry-maxtimeout=5000')
  args.push('--fetch-retry-mintimeout=1000')
  const npmScript = process.env.npm_execpath
  const child = npmScript?.endsWith('.js')
    ? spawn(process.env.npm_node_execpath ?? process.execPath, [npmScript, ...args], options())
    : spawn(onWindows ? 'npm.cmd' : 'npm', args, { ...options(), shell: onWindows })
  return new Promise((resolve) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text
      })
    }
    child.once('error', (error) => resolve({ code: 1, output: String(error) }))
    child.once('close', (code) => resolve({ code, output }))
  })
}

function options() {
  return { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] }
}

function explain(output) {
  if (/ENOENT.*npm|spawn npm/.test(output)) {
    return 'No se encuentra npm. Viene con Node: instálalo desde https://nodejs.org'
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i.test(output)) {
    return 'No se puede llegar al registro de npm. Comprueba la conexión a internet o el proxy (npm config get proxy).'
  }
  if (/ENOSPC/.test(output)) return 'No queda espacio en el disco.'
  if (/EACCES|EPERM|EBUSY/.test(output)) {
    return 'npm no puede escribir en node_modules. Cierra los programas que lo usen, borra la carpeta y repite.'
  }
  return 'npm ci ha fallado. Si se repite, borra la carpeta node_modules y vuelve a intentarlo.'
}

/** npm says what went wrong first and explains its options last. */
function firstLines(output) {
  return output
    .trim()
    .split('\n')
    .filter((line) => !line.includes('EBADENGINE'))
    .slice(0, 20)
    .join('\n')
}

function fail(message, output = '') {
  if (output) console.error(firstLines(output))
  console.error(`\n${message}`)
  process.exit(1)
}
