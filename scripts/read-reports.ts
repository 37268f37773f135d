// Reads what a test runner writes as JSON: how many passed, and of each that failed its name and why.
import { stripVTControlCharacters } from 'node:util'

export type Counts = { passed: number; failed: number; skipped: number }
/**
 * `failures`: for each test that failed its name and the start of its message, a few lines; `unsteady`: the same of those that
 * failed once and passed when tried again.
 */
export type Outcome = { counts: Counts; failures: string[]; unsteady: string[] }

/** Enough for what was expected and what was there; the whole message stands in the output of the step. */
const LINES_PER_FAILURE = 8
const CHARACTERS_PER_LINE = 240
/** Frames of the runner in a stack, and the lines of code that Playwright shows. */
const NOT_A_REASON = /^\s*(at .*(node_modules|node:|<anonymous>).*|>?\s*\d*\s*\|.*)?$/

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
  const counts = { passed: numPassedTests, failed: numFailedTests, skipped }
  return { counts, failures, unsteady: [] }
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    file: string
    line: number
    title: string
    tests: { status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}
type PlaywrightSpec = PlaywrightSuite['specs'][number]
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

export function readPlaywright(report: string): Outcome {
  const { stats, suites, errors }: PlaywrightReport = JSON.parse(report)
  const { expected, unexpected, flaky, skipped } = stats
  const those = (status: string) =>
    suites
      .flatMap(specsOf)
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(specFailure)
  const outside = errors.map(({ message }) => failure('outside of a story', [message ?? '']))
  return {
    counts: { passed: expected + flaky, failed: unexpected, skipped },
    failures: [...those('unexpected'), ...outside],
    unsteady: those('flaky'),
  }
}

function specFailure({ file, line, title, tests }: PlaywrightSpec): string {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
  return failure(
    `${file}:${line} > ${title}`,
    errors.map(({ message }) => message ?? ''),
  )
}

function specsOf({ suites = [], specs }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function failure(name: string, messages: readonly string[]): string {
  const lines = messages
    .flatMap((message) => stripVTControlCharacters(message).split('\n'))
    .filter((line) => !NOT_A_REASON.test(line))
    .slice(0, LINES_PER_FAILURE)
    .map((line) => `    ${line.trim().slice(0, CHARACTERS_PER_LINE)}`)
  return [`- ${name}`, ...lines].join('\n')
}
