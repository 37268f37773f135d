// Reads what a test runner writes as JSON: how many passed, and of each that failed its name and why.
import { stripVTControlCharacters } from 'node:util'

export type Counts = { passed: number; failed: number; skipped: number }
/** `failures`: for each test that failed its name and the start of its message, a few lines. */
export type Outcome = { counts: Counts; failures: string[] }

/** Enough for what was expected and what was there; the whole message stands in the output of the step. */
const LINES_PER_FAILURE = 20

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export function readVitest(report: string): Outcome {
  const {
    numPassedTests,
    numFailedTests,
    numPendingTests,
    numTodoTests,
    testResults,
  }: VitestReport = JSON.parse(report)
  const failures = testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    // A file that cannot be loaded has no tests.
    if (status === 'failed' && tests.length === 0) return [failure(file, [message])]
    return tests.map((test) => failure(`${file} > ${test.fullName}`, test.failureMessages))
  })
  const skipped = numPendingTests + numTodoTests
  return { counts: { passed: numPassedTests, failed: numFailedTests, skipped }, failures }
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    file: string
    line: number
    title: string
    ok: boolean
    tests: { results: { errors: { message?: string }[] }[] }[]
  }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

export function readPlaywright(report: string): Outcome {
  const { stats, suites, errors }: PlaywrightReport = JSON.parse(report)
  const { expected, unexpected, flaky, skipped } = stats
  const specs = suites.flatMap(specsOf).filter(({ ok }) => !ok)
  const failures = specs.map(({ file, line, title, tests }) => {
    const found = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
    return failure(
      `${file}:${line} > ${title}`,
      found.map(({ message }) => message ?? ''),
    )
  })
  const outside = errors.map(({ message }) => failure('outside of a story', [message ?? '']))
  return {
    counts: { passed: expected, failed: unexpected + flaky, skipped },
    failures: [...failures, ...outside],
  }
}

function specsOf({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function failure(name: string, messages: readonly string[]): string {
  const lines = messages
    .flatMap((message) => stripVTControlCharacters(message).trim().split('\n'))
    .slice(0, LINES_PER_FAILURE)
  return [`- ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
