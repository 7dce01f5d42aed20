import { formatsOf } from '@pitwall/bench/words';

/** 用顿号分隔：名称多为西文，顿号前后不必留空格。 */
export const list = { format: (names: readonly string[]): string => names.join('、') };
export const format = formatsOf('zh-CN', { hours: '小时', minutes: '分', seconds: '秒' });
export const either = {
  format: (names: readonly string[]): string =>
    names.length < 2 ? names.join('') : `${names.slice(0, -1).join('、')} 或 ${names.at(-1)}`,
};

/**
 * 全站的空格规则：汉字与西文、数字之间空一格；百分号紧跟数字；日期内部与前后都不空格。代入的文字若以西文或数字收尾
 * （C#、C++ 也算），其后的汉字之前要空一格。
 */
export function spaced(text: string): string {
  return /[\p{Script=Latin}\d%)#+]$/u.test(text) ? `${text} ` : text;
}

/** 代入两个汉字之间的文字：两端凡是西文或数字，都空一格。 */
export function inside(text: string): string {
  return spaced(/^[\p{Script=Latin}\d(]/u.test(text) ? ` ${text}` : text);
}
