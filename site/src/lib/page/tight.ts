/** Elements within a sentence; any other ends it. */
const INLINE = /^<\/?(?:a|abbr|b|button|cite|code|em|i|kbd|small|span|strong|time)\b/i;
/** Elements whose whitespace is their content, tags and comments; or a text. */
const TOKENS =
  /(<(pre|script|style|textarea)\b.*?<\/\2>|<!--.*?-->|<[!/]?[a-z](?:"[^"]*"|[^>"])*>)|([^<]+|<)/gis;
const MARKS = '。，；：、！？）';
const AFTER = new RegExp(`([${MARKS}])\\s+`, 'g');
const BEFORE = new RegExp(`\\s+(?=[${MARKS}])`, 'g');
const ENDS = new RegExp(`[${MARKS}]$`);

/**
 * Removes the spaces beside Chinese punctuation, which is as wide as a character with the space in it. Pages put a
 * space between two sentences or before a link, as most languages need it.
 */
export function tightened(html: string): string {
  /** True behind such a mark, with nothing but tags of the same sentence since. */
  let behind = false;
  return html.replaceAll(TOKENS, (_, tag: string | undefined, whole: string | undefined, text = '') => {
    if (tag !== undefined) {
      if (whole !== undefined || !INLINE.test(tag)) behind = false;
      return tag;
    }
    const tight = text.replaceAll(AFTER, '$1').replaceAll(BEFORE, '');
    const said = behind ? tight.trimStart() : tight;
    if (said !== '') behind = ENDS.test(said);
    return said;
  });
}
