import type { Uniforms } from './random.ts'

/**
 * What is assumed of all alike is wrong for all alike: it does not average out. Once `at` is set back the same numbers
 * come again; `renew` goes on to others, for the next outcome.
 */
export class CommonDraws {
  /** How many uniforms of this outcome have been given. */
  at = 0
  readonly #stream: Uniforms
  readonly #uniforms: number[] = []
  /** By the first of the two uniforms that each is made of; NaN where it was never asked for. */
  readonly #normals: number[] = []
  #drawn = 0

  constructor(stream: Uniforms) {
    this.#stream = stream
  }

  renew(): this {
    this.at = 0
    this.#drawn = 0
    return this
  }

  uniform(): number {
    if (this.at === this.#drawn) {
      this.#uniforms[this.#drawn] = this.#stream()
      this.#normals[this.#drawn] = Number.NaN
      this.#drawn++
    }
    return this.#uniforms[this.at++]!
  }

  /** Standard normal (Box–Muller). */
  normal(): number {
    const from = this.at
    const radius = this.uniform()
    const angle = this.uniform()
    if (Number.isNaN(this.#normals[from]))
      this.#normals[from] = Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle)
    return this.#normals[from]!
  }
}
