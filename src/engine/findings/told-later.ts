import type { Finding } from './recommendation.ts'

type Told = Pick<Finding, 'titulo' | 'descripcion' | 'whyNow' | 'impact' | 'card'>

/** A finding whose wording is worked out when first read: of the thousands of a large account few are ever shown. */
export function toldLater(facts: Omit<Finding, keyof Told>, tell: () => Told): Finding {
  let told: Told | undefined
  const words = () => {
    told ??= tell()
    return told
  }
  return {
    ...facts,
    get titulo() {
      return words().titulo
    },
    get descripcion() {
      return words().descripcion
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
export function withNote(finding: Finding, note: string): Finding {
  const card = () => {
    const { counterEvidence } = finding.card
    return { ...finding.card, counterEvidence: [...counterEvidence, note] }
  }
  const own = Object.getOwnPropertyDescriptors(finding)
  const told = { get: card, enumerable: true, configurable: true }
  return Object.defineProperties({}, { ...own, card: told }) as Finding
}
