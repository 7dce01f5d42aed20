import type { ResultText } from '../results.ts';

/**
 * 结果文件中的英文句子：标记的细节、没有数据的原因。按句式翻译；不认识的句子原样放在引号里。
 */
type Pattern = readonly [RegExp, (...parts: string[]) => string];

/** 整句翻译。 */
const sentences: readonly Pattern[] = [
  // 标记的细节
  [/^(\S+) % of (\S+) requests\/s$/, (share, rate) => `达到每秒 ${rate} 个请求的 ${share}%`],
  [/^(\S+) % of (?:processor|CPU) time was taken away$/, (share) => `CPU 时间被拿走 ${share}%`],
  [
    /^other programs took (\S+) % of the (server|loader)'s processors$/,
    (share, side) => `其他程序占用了${side === 'server' ? '服务器' : '压测工具'}处理器的 ${share}%`,
  ],
  [
    /^what loads the server used (\S+) % of its processors, the server (\S+) % of its own$/,
    (beside, server) => `施加负载的一方用了自己处理器的 ${beside}%，服务器用了自己处理器的 ${server}%`,
  ],
  [
    /^the loader used (\S+) % of its processors, the server (\S+) % of its own$/,
    (loader, server) => `压测工具用了自己处理器的 ${loader}%，服务器用了自己处理器的 ${server}%`,
  ],
  [
    /^throughput × mean latency is (\S+) requests in flight on (\S+) connections$/,
    (requests, connections) => `吞吐量 × 平均延迟得 ${requests} 个在途请求，连接数为 ${connections}`,
  ],
  [
    /^(\S+) bytes (?:a|per) response under load of \S+, (\S+)(?: to (\S+))? in the probes$/,
    (load, low, high) => `压测时每个响应 ${load} 字节，探测时为 ${high ? `${low} 至 ${high}` : low} 字节`,
  ],
  [/^(\S+) connections of (\S+) half-way$/, (seen, asked) => `压测过半时有 ${seen} 个连接，应有 ${asked} 个`],
  [/^held back for (\S+) ms by a limit$/, (time) => `因配额被暂停 ${time} 毫秒`],
  [/^the first slices came before it had settled$/, () => '最初的切片在其回稳之前进行'],
  [/^it had 20 s to settle, and did not show that it had$/, () => '仅有 20 秒用于回稳，且未确认已回稳'],
  [
    /^it idled between its visits, and gave memory back that it needs under load$/,
    () => '两次访问之间空闲等待，释放了负载下需要的内存',
  ],
  [
    /^it took its pauses between visits for idleness, and threw compiled code away$/,
    () => '把两次访问之间的暂停当作空闲，丢弃了已编译的代码',
  ],
  [
    /^still warming up after (\S+) s of load(?:: )?(?:(\S+) % of its CPU time went to compiling)?(?: and )?(?:a request cost (\S+) % less than (\S+) s before)?$/,
    (seconds, compiling, cheaper, before) => {
      const left = [
        ...(compiling ? [`编译占其 CPU 时间的 ${compiling}%`] : []),
        ...(cheaper ? [`每个请求比 ${before} 秒前少用 ${cheaper}%`] : []),
      ];
      return `施加负载 ${seconds} 秒后仍在预热${left.length > 0 ? `：${left.join('，')}` : ''}`;
    },
  ],
  [
    /^(\S+) requests\/s at the end of the warm-up, then (\S+)$/,
    (before, after) => `预热结束时每秒 ${before} 个请求，之后为每秒 ${after} 个`,
  ],
  [
    /^still running (\S+) s after SIGTERM, then killed$/,
    (seconds) => `收到 SIGTERM ${seconds} 秒后仍在运行，随后被强行终止`,
  ],
  [
    /^processes that ended after a pause between two visits: (\S+)$/,
    (count) => `两次访问之间的暂停过后退出的进程：${count} 个`,
  ],
  [
    /^the server’s count could not be read (before or after|before|after) the load$/,
    (when) => {
      const times: Record<string, string> = { before: '之前', after: '之后' };
      return `压测${times[when] ?? '之前或之后'}读不到服务器的计数`;
    },
  ],
  [
    /^the server counted (\S+) requests of the load, the loader (\S+) \((\S+) more may have been (?:under way at the end|in flight at its ends)\)$/,
    (server, loader, more) =>
      `压测的请求，服务器计得 ${server} 个，压测工具计得 ${loader} 个（首尾最多另有 ${more} 个在途）`,
  ],
  [
    /^the table has (\S+) rows of the load, the loader counted (\S+) responses (?:of|with) 201 \((\S+) more may have been (?:under way|in flight) at an end\)$/,
    (rows, responses, more) =>
      `压测在表中留下 ${rows} 行，压测工具计得 ${responses} 个 201 响应（首尾最多另有 ${more} 个在途）`,
  ],
  [/^of (\S+) rows, (\S+) have a unique id$/, (rows, unique) => `${rows} 行之中，编号唯一的有 ${unique} 行`],
  [
    /^(\S+) of (\S+) responses did not have status (\S+)$/,
    (wrong, all, status) => `${all} 个响应之中，有 ${wrong} 个的状态码不是 ${status}`,
  ],
  [
    /^of (\S+) requests: ((?:\S+ (?:connect|read|write|timeout)(?:, |$))+)$/,
    (requests, kinds = '') =>
      `${requests} 个请求之中：${[...kinds.matchAll(/(\S+) (connect|read|write|timeout)/g)]
        .map(([, count, kind]) => `${errors[kind as keyof typeof errors]} ${count} 个`)
        .join('，')}`,
  ],
  [
    /^(\S+) responses need ((?:\S+ (?:queries|rows read|rows written); the database counted \S+?(?:, and |$))+)$/,
    (responses, counts = '') =>
      `${responses} 个响应${[
        ...counts.matchAll(
          /(\S+) (queries|rows read|rows written); the database counted (\S+?)(?=, and |$)/g,
        ),
      ]
        .map(([, needed, what, seen]) => {
          const { verb, unit } = counted[what as keyof typeof counted];
          return `应${verb} ${needed} ${unit}，数据库计得 ${seen} ${unit}`;
        })
        .join('；')}`,
  ],
  [
    /^(\S+) still had the old row in a read that began after the change$/,
    (path) => `${path}：修改之后才开始的读取，得到的仍是旧行`,
  ],
  [
    /^(\S+) still had the changed row in a read that began after it was undone$/,
    (path) => `${path}：撤销修改之后才开始的读取，得到的仍是改过的行`,
  ],
  [/^the row (\S+), answered under load, is not in the table$/, (id) => `压测中应答过的行 ${id} 不在表中`],
  [/^the id (\S+) was answered twice$/, (id) => `编号 ${id} 被应答了两次`],
  [
    /^the row (\S+) is not stored as it was answered: (\S+) is (.+), not (.+)$/,
    (id, path, seen, right) => `行 ${id} 的存储与应答不同：${path} 为 ${seen}，应为 ${right}`,
  ],
  [
    /^a probe of (\S+) got no response: not one byte within (\S+) s$/,
    (path, seconds) => `对 ${path} 的探测在 ${seconds} 秒内没有收到任何字节`,
  ],
  [/^only (\d+) slices of (\d+) gave a figure$/, (seen, all) => `${all} 个切片中只有 ${seen} 个得到数据`],
  [/^it gave no figure$/, () => '没有得到数据'],
  // 未参加的原因
  [
    /^(.+) is not installed: no (\S+) on PATH$/,
    (title = '', program) => `未安装 ${tools[title] ?? title}：PATH 中没有 ${program}`,
  ],
  [/^(.+) is not installed$/, (title = '') => `未安装 ${tools[title] ?? title}`],
  [/^no (\S+) on PATH$/, (program) => `PATH 中没有 ${program}`],
  [
    /^Go is too old: before (\S+), it cannot fetch the version that a go\.mod names$/,
    (version) => `Go 过旧：${version} 之前的版本无法获取 go.mod 指定的版本`,
  ],
  [
    /^Python 3 cannot make a virtual environment: it has no ensurepip or no venv$/,
    () => 'Python 3 无法创建虚拟环境：缺少 ensurepip 或 venv',
  ],
  [
    /^[Tt]he image (\S+) is not on (?:this machine|the host of (\S+)), and (\S+) is set$/,
    (image, host, set) => `${host ? `${host} 所在主机` : '本机'}没有镜像 ${image}，且设置了 ${set}`,
  ],
  // 跳过检查的原因
  [/^not judged: no response got that far$/, () => '未判断：没有响应进行到这一步'],
  [/^not judged: no scenario is answered correctly$/, () => '未判断：没有一个场景的响应正确'],
  [/^not judged: the rows are wrong already$/, () => '未判断：行本身已经不对'],
  [/^not judged: not every insert is known$/, () => '未判断：并非每次插入都已知'],
  [/^not judged: concurrent requests are answered wrongly$/, () => '未判断：并发请求的响应有误'],
  [/^no database was given to the verifier$/, () => '没有为验证提供数据库'],
  [/^the size of the pool is not known$/, () => '连接池大小未知'],
  [/^the harness may not break this database$/, () => '测试工具无权破坏这个数据库'],
  [/^the harness cannot read this database$/, () => '测试工具不能读取这个数据库'],
  [/^no other scenario$/, () => '没有其他场景'],
  [/^the server sends no Date$/, () => '服务器不发送 Date'],
];

/** 只翻译开头，原句附在后面。 */
const beginnings: readonly Pattern[] = [
  [/^The build of (\S+) failed\b/, (target) => `${target} 构建失败`],
  [/^The build of (\S+) made no artifact\b/, (target) => `${target} 的构建没有产物`],
  [/^Cannot build the image of (\S+)/, (target) => `无法构建 ${target} 的镜像`],
  [/^The build failed\b/, () => '构建失败'],
  [/^The start failed\b/, () => '启动失败'],
  [/^(\S+) exited before it could serve\b/, (name) => `${name} 未及提供服务便已退出`],
  [/^(\S+) did not become healthy\b/, (name) => `${name} 未通过健康检查`],
  [/^(\S+) listens on the wrong port\b/, (name) => `${name} 监听的端口不对`],
  [/^Another process answers on (\S+)'s port\b/, (name) => `${name} 的端口由另一个进程应答`],
  [/^The server exited while it was measured\b/, () => '服务器在测量期间退出'],
  [/^The server answered no request under load\b/, () => '压测期间服务器没有应答任何请求'],
  [/^The server uses too much memory\b/, () => '服务器占用内存过多'],
  [/^It was not warm in time\b/, () => '未能及时预热完毕'],
  [/^(\S+) refused what the harness asked\b/, (database) => `${database} 拒绝了测试工具的请求`],
  [/^(\S+) does not answer\b/, (name) => `${name} 没有应答`],
  [/^(\S+) did not become ready\b/, (name) => `${name} 未能就绪`],
  [/^(\S+) is not available\b/, (name) => `${name} 不可用`],
  [/^a probe of (\S+) got no response\b/, (path) => `对 ${path} 的探测没有得到响应`],
  [/^([a-z-]+\/[a-z-]+): /, (check) => `检查 ${check} 未通过`],
  [/^(\/\S*): /, (path) => `${path} 的响应不符合契约`],
];

const errors = { connect: '连接失败', read: '读取失败', write: '写入失败', timeout: '超时' };
const counted = {
  queries: { verb: '查询', unit: '次' },
  'rows read': { verb: '读取', unit: '行' },
  'rows written': { verb: '写入', unit: '行' },
};
const tools: Readonly<Record<string, string>> = {
  'a C compiler': 'C 编译器',
  'a JDK': 'JDK',
  'the .NET SDK': '.NET SDK',
};

export function resultText(text: string): ResultText {
  const sliced = /^in (\d+) of (\d+) slices: (.+)$/s.exec(text);
  if (sliced) {
    const [, some, all, rest = ''] = sliced;
    return before(`${all} 个切片中有 ${some} 个，例如：`, resultText(rest));
  }
  const probed = /^(.+) \((\d+) of (\d+) probes\)$/s.exec(text);
  if (probed) {
    const [, rest = '', some, all] = probed;
    return before(`${all} 次探测中有 ${some} 次，例如：`, resultText(rest));
  }
  const whole = said(sentences, text);
  if (whole !== null) return { text: whole, original: null };
  return { text: said(beginnings, text) ?? '', original: `“${text}”` };
}

function before(start: string, { text, original }: ResultText): ResultText {
  return { text: start + text, original };
}

function said(patterns: readonly Pattern[], text: string): string | null {
  for (const [pattern, words] of patterns) {
    const match = pattern.exec(text);
    if (match) return words(...match.slice(1));
  }
  return null;
}
