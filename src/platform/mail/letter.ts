/** A mail as its writer thinks of it. All texts are plain; markup is made, and values escaped, where it is rendered. */
export type Letter = {
  /** Whose letter it is where that is not us: at its head stands this brand. */
  brand?: LetterBrand
  subject: string
  greeting: string
  /** The one sentence that could stand alone: what happened, and what to do. */
  lead: string
  paragraphs: readonly string[]
  /** Below the paragraphs, each under its title. */
  lists?: readonly LetterList[]
  /** Its address is whole, or a path of ours. */
  button?: { label: string; url: string }
  /** Below the button, smaller: how long the link lives, what to do if one did not ask for it. */
  notes?: readonly string[]
  /** At the very end, small: where to say no to more. */
  quietLink?: { label: string; url: string }
}

export type LetterBrand = {
  name: string
  /** `#rrggbb`. */
  color: string
  /** The mail carries the logo as an attachment with the id `LOGO_ID`. */
  hasLogo?: boolean
}

export const LOGO_ID = 'logo'

export type LetterList = {
  title?: string
  /** What the bars of its items count, and the ends of their scale. */
  axis?: { title: string; least: string; most: string }
  items: readonly LetterItem[]
  /** Below the last: 'Y 3 más.' */
  rest?: string
}

export type LetterItem = {
  /** What came of it, in a word before the text. */
  verdict?: { text: string; tone: 'better' | 'worse' | 'neutral' }
  text: string
  /** Under it, smaller; says in words what its bar draws. */
  detail?: string
  bar?: LetterBar
}

/** A range on the scale of its list: parts of the way, 0 to 1. */
export type LetterBar = { low: number; estimate: number; high: number; zero: number }
