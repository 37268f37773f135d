import type { Finding } from './recommendation.ts'

type Texts = Pick<Finding, 'title' | 'description' | 'whyNow' | 'impact' | 'card'>

/** A finding whose wording is worked out when first read: of the thousands of a large account few are ever shown. */
export function withLazyTexts(facts: Omit<Finding, keyof Texts>, tell: () => Texts): Finding {
  let texts: Texts | undefined
  const words = () => {
    texts ??= tell()
    return texts
  }
  return {
    ...facts,
    get title() {
      return words().title
    },
    get description() {
      return words().description
    },
    get whyNow() {
      return words().whyNow
    },
    get impact() {
      return words().impact
    },
    get card() {
      return words().card
    },
  }
}

/** The finding with a line of counter-evidence more; its wording is not worked out for that. */
export function withCounterEvidence<Kind extends Finding>(finding: Kind, line: string): Kind {
  const card = () => {
    const { counterEvidence } = finding.card
    return { ...finding.card, counterEvidence: [...counterEvidence, line] }
  }
  const own = Object.getOwnPropertyDescriptors(finding)
  const added = { get: card, enumerable: true, configurable: true }
  return Object.defineProperties({}, { ...own, card: added }) as Kind
}
