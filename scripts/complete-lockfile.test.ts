import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completePlatformPackages } from './complete-lockfile.ts'

test('package-lock.json names the packages of every platform (else: node scripts/complete-lockfile.ts)', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8'))
  expect(completePlatformPackages(lock.packages)).toEqual([])
})

test('adds what is missing with its platform, and leaves alone what is there', () => {
  const packages = {
    'node_modules/tool': {
      dev: true,
      optionalDependencies: {
        '@tool/linux-x64-musl': '1.2.3',
        '@tool/darwin-arm64': '1.2.3',
        '@tool/win32-x64': '1.2.3',
        'plain-package': '4.0.0',
      },
    },
    'node_modules/@tool/win32-x64': { version: '1.2.3' },
    'node_modules/tool/node_modules/nested': {
      optionalDependencies: { '@tool/win32-x64': '1.2.3' },
    },
  }
  const before = { ...packages }
  expect(completePlatformPackages(packages)).toEqual([
    '@tool/linux-x64-musl@1.2.3',
    '@tool/darwin-arm64@1.2.3',
  ])
  expect(packages).toEqual({
    ...before,
    'node_modules/@tool/linux-x64-musl': {
      version: '1.2.3',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
    },
    'node_modules/@tool/darwin-arm64': {
      version: '1.2.3',
      dev: true,
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    },
  })
})
