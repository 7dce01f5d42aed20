import type { ScenarioId } from '@pitwall/bench/model';

export const scenarioTexts: Record<ScenarioId, { title: string; summary: string; answer: string }> = {
  plaintext: {
    title: '纯文本',
    summary: '服务器能给出的最简单的响应。',
    answer: '200 `text/plain` `Hello, World!`',
  },
  json: {
    title: '小型 JSON',
    summary: '每个请求都重新序列化的小对象。',
    answer: '200 `{"status":1,"msg":"成功"}`',
  },
  'json-large': {
    title: '大型 JSON',
    summary: '约 10.7 kB 的 JSON，每个请求都重新序列化。',
    answer: '200 `{"content":…,"size":100,"price":10.12,"vip":true}`，content 为 100 行中文',
  },
  error: {
    title: '错误处理',
    summary: '处理函数抛出框架自带的 HTTP 错误，由框架的错误处理机制应答。',
    answer: '400 `{"code":400,"message":"abcd"}`',
  },
  'not-found': {
    title: '未知路径',
    summary: '没有匹配的路由，由框架的后备处理应答。',
    answer: '404 `{"code":404,"message":"not found"}`',
  },
  counter: {
    title: '计数器',
    summary: '每个请求都经过中间件计数，无论并发多高都必须准确。',
    answer: '200 `{"code":200,"message":n}`；k 个请求之后 n 恰好增加 k',
  },
  asset: {
    title: '按编号取资产',
    summary: '内存中 1,000 项资产之一，随机抽取。',
    answer: '200 `{"id":1,"name":"asset001","desc":"测试资产001"}`；未知编号为 404',
  },
  menus: {
    title: '菜单行',
    summary: '每个请求查询一次，取数据表的前几行，行数随机。',
    answer:
      '200 `{"status":1,"msg":"success","data":[…]}`，`sys_menu` 按 id 排序的行：id（字符串）、name、show_flag、create_date、code、parent_code',
  },
  'account-insert': {
    title: '新增账户',
    summary: '解析并校验 JSON 请求体，插入一行，返回带新编号的该行。',
    answer: '201，新建的行：id、created_at、updated_at、register_date、name、nick_name、introduction、status',
  },
  'account-list': {
    title: '全部账户',
    summary: '一次返回数据表全部 1,000 行，约 300 kB。',
    answer: '200 `[…]`，`accounts` 按 id 排序的全部行，各行与 `account-get` 相同',
  },
  'account-get': {
    title: '按编号取账户',
    summary: '1,000 行之一，按主键查询，随机抽取。',
    answer:
      '200 `{"id":1,…}`：id、created_at、updated_at、register_date、name、nick_name、introduction、status；未知编号为 404',
  },
  users: {
    title: '用户文档',
    summary: '每个请求查询一次，取集合中的 5 个文档。',
    answer: '200 `[…]`，`users` 按 id 排序的文档：id（24 位十六进制）、username、created_at、updated_at',
  },
};
