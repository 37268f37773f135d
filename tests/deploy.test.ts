import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Environment } from '../src/platform/environment.ts'
import { builtProgram } from './built-program.ts'

const ROOT = join(import.meta.dirname, '..')
const UNITS = join(ROOT, 'deploy/systemd')
const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('systemd has nothing to say against the units', () => {
  cpSync(UNITS, folder, { recursive: true })
  const instances: Record<string, string> = { 'pujante-web@.service': 'pujante-web@3001.service' }
  instances['pujante-worker@.service'] = 'pujante-worker@3101.service'
  const units = readdirSync(UNITS).map((name) => join(folder, instances[name] ?? name))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
    encoding: 'utf8',
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
  })
  expect([status, stderr]).toEqual([0, ''])
})

test('a database that is away at boot keeps no process down: none requires what is not tried again', () => {
  for (const name of globSync('*.service', { cwd: UNITS })) {
    const unit = readFileSync(join(UNITS, name), 'utf8')
    for (const [, wanted = ''] of unit.matchAll(/^(?:Requires|BindsTo|Requisite)=(\S+)/gm)) {
      const required = readFileSync(join(UNITS, wanted), 'utf8')
      expect([name, wanted, /^Restart=always/m.test(required)]).toEqual([name, wanted, true])
    }
  }
})

test('no setting of the file takes the place of a unit’s own port', () => {
  for (const name of globSync('*.service', { cwd: UNITS })) {
    const unit = readFileSync(join(UNITS, name), 'utf8')
    expect([name, /^Environment=.*\b(PORT|NODE_ENV)=/m.test(unit)]).toEqual([name, false])
    expect([name, /^ExecStart=.* NODE_ENV=production /m.test(unit)]).toEqual([name, true])
  }
})

test('nginx writes no query down: neither where it answers, nor where it only sends on', () => {
  const conf = readFileSync(join(ROOT, 'deploy/nginx/pujante.conf'), 'utf8')
  const servers = conf.split(/^server \{$/m).slice(1)
  expect(servers).toHaveLength(2)
  for (const server of servers) {
    expect(server).toMatch(/^ {4}access_log \S+ without_query;$/m)
    expect(server).toMatch(/^ {4}error_log \S+ crit;$/m)
  }
  expect(/^log_format without_query .*$/m.exec(conf)?.[0]).not.toMatch(
    /\$(request\b|request_uri|args|http_referer)/,
  )
})

/** What a test of the program alone does without. */
const BUILT_FOR_BROWSERS = /^dist\/(web|first-view)$/

test('what the image holds starts without simulators, and says what is missing', async () => {
  const program = await builtProgram()
  const containerfile = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8')
  const copied = [...containerfile.matchAll(/--from=build \/build\/(\S+)/g)].map(
    ([, path]) => path!,
  )
  expect(copied).toContain('src')
  expect(copied).not.toContain('simulators')
  const image = join(folder, 'image')
  for (const path of copied)
    if (path === 'node_modules') symlinkSync(join(ROOT, path), join(image, path))
    else if (!BUILT_FOR_BROWSERS.test(path))
      cpSync(join(ROOT, path), join(image, path), { recursive: true })
  const [, simulated = ''] = / rm (dist\/server\/\S+) /.exec(containerfile) ?? []
  for (const path of globSync(simulated, { cwd: image })) rmSync(join(image, path))
  for (const path of globSync('dist/server/*', { cwd: image }))
    expect(readFileSync(join(image, path), 'utf8'), path).not.toMatch(/^\/\/ simulators\//m)
  const { status, stderr } = spawnSync(process.execPath, [program, '--role', 'web'], {
    cwd: image,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^La configuración tiene \d+ fallos:/)
})

test('a container is healthy while its program says so', async () => {
  const containerfile = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8')
  const [, said = '[]'] = /^HEALTHCHECK [^[]*CMD (\[.*\])$/m.exec(containerfile) ?? []
  const [command, ...args] = JSON.parse(said) as [string, ...string[]]
  let status = 200
  const program = createServer((request, reply) => {
    reply.writeHead(request.url === '/api/health' ? status : 404).end()
  }).listen(0, '127.0.0.1')
  await once(program, 'listening')
  const { port } = program.address() as AddressInfo
  const look = async () => {
    const env = { PATH: process.env.PATH, PORT: String(port) }
    const [code] = await once(spawn(command, args, { env, stdio: 'ignore' }), 'exit')
    return code as number
  }
  expect(await look()).toBe(0)
  status = 503
  expect(await look()).not.toBe(0)
  program.close()
  await once(program, 'close')
  expect(await look()).not.toBe(0)
})

const UNSHARE = ['--pid', '--fork', '--kill-child']
const canBeFirst = spawnSync('unshare', [...UNSHARE, 'true']).status === 0

test.skipIf(!canBeFirst)(
  'the first process of a container ends when told to, while it starts too',
  async () => {
    const program = [process.execPath, await builtProgram()]
    const child = spawn('unshare', [...UNSHARE, ...program], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: join(folder, 'first'),
        DEMO_HISTORY: '0',
      },
    })
    const gone = once(child, 'exit')
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
    })
    while (child.exitCode === null && child.signalCode === null) {
      // The kernel keeps from such a process what it does not listen for.
      for (const id of readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').match(
        /\d+/g,
      ) ?? [])
        process.kill(Number(id), 'SIGTERM')
      await Promise.race([gone, new Promise((done) => setTimeout(done, 50))])
    }
    expect([child.exitCode, said]).toEqual([0, ''])
  },
  60_000,
)

test('every setting that is named is one', () => {
  const known = Object.keys(Environment.shape)
  const texts = ['Containerfile', 'compose.yaml', 'runbook.md', 'nginx/pujante.conf']
  for (const name of texts) {
    const text = readFileSync(join(ROOT, 'deploy', name), 'utf8')
    for (const [word] of text.matchAll(
      /\b(?:DATABASE|ENCRYPTION|GOOGLE_ADS|STRIPE|SMTP|MAIL|METRICS|TRUST)_[A-Z_]+\b/g,
    ))
      expect([name, word, known.includes(word)]).toEqual([name, word, true])
  }
})
