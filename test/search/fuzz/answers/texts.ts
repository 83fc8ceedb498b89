/** Texts that could act as markup or commands in a page, terminal, log, pull request or shell. */
import type { Roll } from '../../../../properties/arbitraries/dice.ts'

/** A mark that every hostile text contains and no other text contains, so that a judge can find texts of the target. */
export const MARK = 'qzx'

const TEXTS: readonly string[] = [
  '<script>qzx()</script>',
  '"><img src=x onerror=qzx>',
  "' onmouseover='qzx",
  '</td></table><h1>qzx',
  '<!-- qzx',
  ']]><qzx a="1"/>',
  '&qzx; &#0; &lt;qzx&gt;',
  '\u001b[31mqzx\u001b[0m',
  '\u001b]0;qzx\u0007',
  '\u009b2Jqzx',
  'qzx\r::error::qzx',
  '\n::error file=qzx::qzx',
  '::set-output name=qzx::1',
  '##[error]qzx',
  '##vso[task.complete]qzx',
  '###[qzx]',
  "##teamcity[qzx 'x']",
  '`qzx` ``qzx``` `',
  '\n```\nqzx\n```\n',
  '[qzx](http://qzx.example)',
  '![qzx](http://qzx.example/qzx.png)',
  'http://qzx.example www.qzx.example @qzx #1',
  '\n\n# qzx\n\n- qzx\n\n| qzx |\n|---|',
  '\u202eqzx\u2066\u200b\u00ad',
  '\ufffeqzx\uffff\u{1fffe}',
  '\ud800qzx',
  'qzx\udc00',
  '\0\u0001\u0008\u000b\u000cqzx\u007f\u0085',
  '\u2028qzx\u2029',
  '\u{e0041}qzx\u{1d173}\u200b\u200c\u200d\ufeff\u200b\u200b',
  '\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b',
  '\u200b\u200b\u200b\u200b\u200c\u200d\ufeff\u200bqzx',
  'not ok 1 - qzx # SKIP',
  '\nBail out! qzx',
  '\n  ...\nok 2 qzx',
  '  ---\n  qzx: !!js qzx',
  "'; touch qzx; '",
  '$(qzx) `qzx` \\',
  '{qzx} {+qzx} {brace}',
  '%s %n %00 %ff qzx',
  '../../qzx/',
  '2024-01-15T10:11:12.345Zqzx',
]

/** Names with a special meaning in JavaScript or in other formats. */
const NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'toJSON',
  'then',
  'length',
  '',
  '0',
  '-1',
  'id',
  'documentId',
  'data',
  'meta',
  'error',
  'attributes',
  'formats',
  'createdAt',
  '__component',
  '__type',
  'a/b~c',
]

/** Chooses a hostile text at random, and sometimes makes it very long. */
export function hostileText(roll: Roll): string {
  const text = roll.pick(TEXTS)
  return roll.chance(2) ? text.repeat(roll.pick([100, 5_000, 50_000])) : text
}

export const hostileName = (roll: Roll): string => (roll.chance(50) ? roll.pick(NAMES) : hostileText(roll))
