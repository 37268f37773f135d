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
