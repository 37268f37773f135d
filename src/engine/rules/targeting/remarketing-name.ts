import { tokensOf } from '../../account/terms.ts'

/** Campaigns and ad groups that are made for those who have been there say so in their name. */
export function isRemarketing({ name }: { name: string }): boolean {
  return tokensOf(name.replace(/_/g, ' ')).some((word) =>
    /^(re(marketing|targeting)|rlsa|rmkt?|rtg)$/.test(word),
  )
}
