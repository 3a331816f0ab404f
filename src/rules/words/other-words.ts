/** OtherWords: the words of Chinese, Japanese and Russian, as data, what a language's table of words looks like, and a text as it is searched for words. */

// Chinese: the words by which a statement in Chinese shows what it is; they have no borders, so that the longer ones tell most.

// Lexicon: what a language's table of words looks like, by which a statement shows what it is.

/** What a statement is that is worth reading again. */
export type Kind = "correction" | "decision" | "rule" | "lesson" | "preference" | "identity" | "person" | "fact";

/**
 * Phrases are words in lower case with a blank between them (no blank between those of Chinese and Japanese). `^` at the front: it
 * begins a clause. `~`: up to four other words of the same sentence (twelve characters where words have no border). `a|b`: either.
 */
export interface Lexicon {
  /** Whether words have blanks between them. */
  readonly isSpaced: boolean;
  /** Words that make a label or a heading say what stands behind it. */
  readonly labels: Readonly<Partial<Record<Kind, readonly string[]>>>;
  /** Words with which such a label says something else: a decision that is pending is none. */
  readonly unlabels: readonly string[];
  readonly says: Readonly<Record<Exclude<Kind, "person" | "fact">, readonly string[]>>;
  /** What turns what was found into its opposite or into nothing yet, by kind. */
  readonly denies: Readonly<Partial<Record<Kind, readonly string[]>>>;
  /** Nobody is bound by what may be, or by what is asked. */
  readonly doubts: readonly string[];
  /** Work that is still to be done. */
  readonly tasks: readonly string[];
  /** What is so only now: no lesson, no decision, no fact that lasts. */
  readonly momentary: readonly string[];
  /** What goes wrong: behind an arrow stands what helps. */
  readonly troubles: readonly string[];
  /** Headings of what is about a person. */
  readonly profiles: readonly string[];
  /** Words that insist, wherever they stand: with them nothing is put away unread. */
  readonly insists: readonly string[];
  /** What people are to each other, or at work. */
  readonly roles: readonly string[];
  /** Between a name and a role. */
  readonly links: readonly string[];
  /** What looks like a name at the beginning of a sentence and is none. */
  readonly noNames: readonly string[];
  readonly finished: readonly string[];
  readonly superseded: readonly string[];
  /** Before a date after which the statement is over. */
  readonly until: readonly string[];
  /** Nothing happened, or somebody looked. */
  readonly nothingNew: readonly string[];
  readonly checks: readonly string[];
  /** Behind a number: what is counted and counted again. */
  readonly counted: readonly string[];
  /** Labels of what belongs to a report and says nothing by itself. */
  readonly particulars: readonly string[];
  /** What stands before a secret. */
  readonly credentials: readonly string[];
}

/** One table row as it is easiest to read: phrases with a comma and a blank between them. */
export function phrases(...rows: readonly string[]): readonly string[] {
  return rows.flatMap((row) => row.split(", "));
}

export const chinese: Lexicon = {
  isSpaced: false,
  labels: {
    correction: phrases("纠正, 更正, 修正说明, 勘误"),
    decision: phrases(
      "决定, 决策, 决策日志, 永久决策, 决议, 共识, 约定, 已定, 商定, 敲定, 拍板, 定案, 选型, 最终方案, 方案确定, 确定方案, 不采用, 已否决, 暂缓",
      "一致通过, 结论",
      "选定",
    ),
    rule: phrases(
      "规则, 铁律, 原则, 规定, 约束, 禁止, 禁令, 重要, 注意, 必须, 红线, 守则, 准则, 规范, 底线, 明确要求, 既定流程, 工作约定",
      "默认行为, 默认做法",
    ),
    lesson: phrases(
      "教训, 经验, 经验教训, 收获, 心得, 反思, 启示, 踩坑, 根因, 避坑, 坑点, 复盘, 总结教训, 最佳实践",
      "核心学习, 学到, 关键认知",
    ),
    preference: phrases("偏好, 喜好, 喜欢, 不喜欢, 习惯", "沟通风格, 交流风格, 沟通方式, 长期目标"),
    identity: phrases("姓名, 名字, 称呼, 时区, 生日, 出生, 母语, 身份"),
    person: phrases("人物, 联系人, 家人, 成员"),
    fact: phrases("事实"),
  },
  unlabels: phrases("待, 未, 需要, 需, 下一步, 无, 没有, 文件, 项目, 状态, 事项, 内容, 日志, 报告"),
  says: {
    correction: phrases(
      "纠正了我, 我弄错了, 我搞错了, 我记错了, 之前记错, 之前的说法有误, 不是~而是, 应该是~而不是, 应为~而非, 更正",
    ),
    decision: phrases(
      "决定采用, 决定使用, 决定用, 决定不, 决定将, 决定把, 我们决定, 已决定, 最终决定, 决定了, 商定, 一致同意, 同意采用, 达成一致, 达成共识, 约定, 选定, 确定采用, 确定使用, 拍板, 决定先, 决定由, 敲定, 否决, 改用, 暂缓, 放弃使用, 决定从, 决定在, 决定改",
    ),
    rule: phrases(
      "必须, 不得, 禁止, 严禁, 切勿, 绝不能, 绝不, 永远不要, 永远不, 一律, 务必, 从现在起, 从今以后, 今后, 以后都, 以后不要, 不允许, ^不要, ^不用, ^不能, 不可以, 始终, 总是要, 只能, 只有~才能, 未经~不, 没有~之前不, 不准, ^请勿, 永远先, 必需, 要先~再, 应当始终, 请不要, 都要先, 都必须, 每次~都要, 每次~前",
      "明确要求, 特别强调, 以~为准, 坚决, 优先使用, 优先用, 即使~也不, 即使~也要, ^只保留, ^只用, ^只在, ^只做, ^只推, ^仅用, ^仅在, ^仅限, ^统一使用, ^统一用",
      "永久禁用, 永久停用, 专门用于, 宁可, 宁愿",
    ),
    lesson: phrases(
      "教训, 学到, 吸取, 下次, 事后看, 原来, 才发现, 经验是, 早该, 本应该, 得出的结论, 明白了, 踩过的坑, 不支持, 只支持",
      "只能通过, 仅支持, 不兼容, 仅限于, 说明了, 唯一可靠",
      "不接受, 只接受, 会拒绝",
    ),
    preference: phrases(
      "更喜欢, 喜欢, 不喜欢, 讨厌, 偏好, 偏爱, 最爱, 希望我, 希望能, 希望收到, 习惯用, 习惯于, 不想要, 宁愿, 倾向于, 不吃, 不喝, 爱喝, 爱吃, 过敏",
      "感兴趣, 不感兴趣, 对~满意, 不满意",
    ),
    identity: phrases(
      "我叫, 我的名字, 叫我, 你叫, 你的名字, 住在, 出生于, 生日是, 就职于, 任职于, 时区是, 母语是, 他叫, 她叫, 名叫",
    ),
  },
  denies: {
    decision: phrases(
      "尚未决定, 还没决定, 没有决定, 未决定, 待决定, 未定, 需要决定, 再决定, 决定是否, 要不要, 是否, 还没有商定, 没能达成, 未达成, 没有达成, 决定权, 取决于, 还没, 尚未",
    ),
    rule: phrases("不得不, 不得已, 只能说, 只能等, 总是失败, 一直, 必须说, 今后再说, 没必要, 不是必须, 只能先重启"),
    preference: phrases("这个偏好, 和偏好, 的偏好, 讨人喜欢, 没有偏好, 不喝水"),
    correction: phrases("更正了错别字, 不仅"),
    lesson: phrases(
      "没学到, 机器学习, 下次会议, 原来的, 原来是在, 下次检查, 下次心跳, 下次维护, 下次运行, 下次更新, 等下次",
    ),
  },
  doubts: phrases("也许, 或许, 可能, 大概, 不确定, 要不, 是不是, 会不会, 假如, 如果能, 似乎, 我觉得, 比如说, 假设"),
  tasks: phrases("待办, 下一步, 明天, 今晚, 接下来, 还需要, 待完成, 本周内完成"),
  momentary: phrases("目前, 当前, 暂时, 眼下, 现阶段, 正在"),
  troubles: phrases(
    "报错, 错误, 失败, 超时, 崩溃, 卡住, 卡死, 不支持, 无法, 不存在, 太长, 太慢, 过长, 过大, 限流, 缺少",
  ),
  profiles: phrases(
    "用户画像, 用户资料, 用户信息, 用户档案, 关于用户, 关于我, 个人资料, 个人信息, 关于主人, 主人信息",
  ),
  insists: phrases(
    "必须, 不得, 禁止, 严禁, 切勿, 绝不, 永远, 一律, 务必, 始终, 总是, 不要, 不能, 不可, 重要, 关键, 注意, 从不, 只能, 不允许, 每次, 应该, 从现在起, 以后",
  ),
  roles: phrases(
    "首席财务官, 首席执行官, 财务总监, 总监, 经理, 老板, 董事长, 创始人, 负责人, 主管, 会计, 律师, 医生, 牙医, 老师, 房东, 房客, 妻子, 太太, 老婆, 丈夫, 老公, 伴侣, 女朋友, 男朋友, 儿子, 女儿, 哥哥, 弟弟, 姐姐, 妹妹, 母亲, 妈妈, 父亲, 爸爸, 同事, 客户, 联系人, 助理, 秘书, 实习生, 工程师, 设计师, 邻居, 教练, 朋友, 店长",
  ),
  links: phrases("是, 担任, 出任, 为"),
  noNames: phrases("他, 她, 它, 这, 那, 我们, 你们, 谁, 这个, 那个, 系统, 服务器, 问题, 目标"),
  finished: phrases("^已完成, ^完成, ^已结束, ^已解决, ^已关闭, 已经完成, 状态已完成, 已全部完成"),
  superseded: phrases(
    "已被~取代, 被~取代, 被~替代, 已废弃, 已作废, 作废, 已过时, 不再有效, 不再适用, 不再使用, 已失效, 已停用",
  ),
  until: phrases("截至, 截止, 截止到, 有效期至, 直到, 到期"),
  nothingNew: phrases(
    "没有新, 无新, 无变化, 没有变化, 暂无, 一切正常, 无异常, 无更新, 没有更新, 收件箱为空, 没有消息, 无消息, 没有错误, 未检查, 无新增, 没有回复",
  ),
  checks: phrases(
    "^检查了, ^已检查, ^心跳, ^巡检, ^轮询, ^备份完成, ^备份成功, ^同步完成, ^已同步, ^收件箱, 例行检查, ^查看了, 平台检查",
  ),
  counted: phrases(
    "条回复, 条消息, 封邮件, 个赞, 次提及, 个错误, 个警告, 个测试, 个通过, 个失败, 个文件, 次浏览, 条评论, 条未读, 封未读, 行, 个请求, 秒, 条通知, 次",
  ),
  particulars: phrases(
    "标题, 链接, 主题, 灵感来源, 字数, 风格, 时间, 日期, 来源, 状态, 文件, 分支, 大小, 结果, 下一步, 目标, 进度, 提交, 时长",
  ),
  credentials: phrases("密码, 口令, 密钥, 令牌, 秘钥, 验证码, 账号, 凭据"),
};

// Japanese: the words by which a statement in Japanese shows what it is; they have no borders, and what binds stands at the end.

export const japanese: Lexicon = {
  isSpaced: false,
  labels: {
    correction: phrases("訂正, 修正事項, 指摘"),
    decision: phrases("決定, 決定事項, 合意, 合意事項, 方針, 結論, 確定, 採用, 不採用, 却下, 見送り", "全会一致"),
    rule: phrases(
      "ルール, 規則, 原則, 鉄則, 禁止, 禁止事項, 重要, 注意, 必須, 制約, 厳守, 注意事項, 注意点, 規約, お約束, 運用方針, 心得, ベストプラクティス",
      "既定の動作",
    ),
    lesson: phrases(
      "教訓, 学び, 発見, 気づき, 反省, 反省点, 学んだこと, 知見, 根本原因, 落とし穴, 振り返り, 次回への, ハマりどころ",
      "判明したこと",
    ),
    preference: phrases("好み, 嗜好, 好き, 嫌い, 要望, 希望", "コミュニケーションスタイル, 話し方, 長期目標"),
    identity: phrases("名前, 氏名, 呼び方, タイムゾーン, 誕生日, 母語, 生年月日"),
    person: phrases("人物, 連絡先, 家族, 関係者"),
    fact: phrases("事実"),
  },
  unlabels: phrases("待ち, 未, 保留, 次の, なし, 必要, ファイル, プロジェクト, 状況, 検討"),
  says: {
    correction: phrases(
      "訂正された, 訂正してくれた, 指摘された, 指摘を受けた, 私の間違い, 間違っていた, 勘違いしていた, ではなく~です, ではなく~だ, ではなく~が正しい, じゃなくて, 誤りだった, が正しい",
    ),
    decision: phrases(
      "ことにした, ことにしました, ことになった, ことになりました, ことで合意, に決めた, に決まった, に決まりました, に決定, を決定, と決めた, と決定, が決定, で合意した, 合意した, 合意しました, 採用した, 採用しました, を選んだ, を採用する, 決めました, で一致した, と判断, 不採用, を却下, 見送ることに, と決まった",
    ),
    rule: phrases(
      "必ず, 絶対に, てはいけない, てはならない, ではいけない, ではならない, てはいけません, てはなりません, ないこと, なければならない, なければなりません, なければいけない, 禁止, 厳禁, 決して, 今後は, これからは, べきではない, ないでください, ずに~しない, 許可なく, 承認なしに, 確認なしに, 無断で, するな, 必須, てから~すること, 前に~すること, 常に, してから~する, いかなる場合, 以外は~しない, 勝手に, 絶対ng, 不要、, はng, もng, はダメ, もダメ, はだめ, もだめ, 以外禁止, ること。, のみ~してよい",
      "を正とする, が正となる, のみ使用, だけを使う, に統一, と明言, を徹底",
      "恒久的に無効, 専用とする, ほうがまし",
    ),
    lesson: phrases(
      "学んだ, 学びました, 教訓, 次回は, 今度からは, 反省, わかったのは, 分かったのは, と判明した, ことが判明, ことがわかった, ことが分かった, すべきだった, しておくべき, 痛感した",
      "でしか, に対応していない, 対応していません, しか使えない, に限定される, すると安定, と安定する",
      "を受け付けない, しか受け付けない",
    ),
    preference: phrases(
      "が好き, を好む, を好み, 好きではない, が嫌い, は嫌い, が苦手, は苦手, を希望, を望んで, のほうがいい, の方がいい, ほうが好き, 方が好き, 好まない, がお気に入り, してほしい, して欲しい, しないでほしい, 食べない, 飲まない, アレルギー, 派です, 派だ",
      "に興味がある, に関心がある, 興味なし",
    ),
    identity: phrases(
      "私の名前は, 名前は, と呼んで, といいます, と申します, あなたの名前, に住んで, 在住, 生まれ, 誕生日は, に勤めて, に勤務, タイムゾーンは",
    ),
  },
  denies: {
    decision: phrases(
      "まだ決ま, 未定, 決まっていない, 決まっていません, 決めていない, 決めていません, 決めなければ, 決める必要, 決めるべき, かどうか, 合意していない, 合意できな, 合意に至らな, 検討中, 決まらな, 決まりませ, 決まるまで",
    ),
    rule: phrases(
      "必ずしも, なければならなかった, 常にエラー, 常に失敗, 禁止されていた頃, 必ず落ちた, 必ず失敗, てはいけないと思っていた, てもよい",
    ),
    preference: phrases("好みは特に, 好みなし, 好きなだけ"),
    correction: phrases("誤字を訂正, だけではなく, だけでなく"),
    lesson: phrases("機械学習, 次回は未定, 次回は~時, 何も学"),
  },
  doubts: phrases(
    "かもしれない, かもしれません, かも。, たぶん, 多分, おそらく, だろうか, でしょうか, もしかすると, 思われる, 気がする, と思う, 例えば, 仮に, 悩んで",
  ),
  tasks: phrases("やること, 次のステップ, 明日, 今夜, 今晩, 残作業, 未着手, 今週中に, 予定"),
  momentary: phrases("現在, 今のところ, 目下, 現時点, 当面, 稼働中"),
  troubles: phrases(
    "エラー, 失敗, タイムアウト, クラッシュ, 落ちる, 止まる, 動かない, 非対応, 未対応, できない, 長すぎ, 大きすぎ, 遅すぎ, 制限, 存在しない, 不足",
  ),
  profiles: phrases(
    "ユーザープロフィール, ユーザープロファイル, プロフィール, ユーザー情報, ユーザーについて, 自己紹介, 人物像, 利用者情報",
  ),
  insists: phrases(
    "必ず, 絶対, いけない, いけません, ならない, なりません, 禁止, 厳禁, 決して, 常に, 必須, 重要, 注意, ないこと, ないで, べき, のみ, 今後は, これから, 毎回, 許可なく",
  ),
  roles: phrases(
    "最高財務責任者, 社長, 部長, 課長, 店長, 上司, 担当, 責任者, 経理, 弁護士, 医師, 歯科医, 先生, 大家, 妻, 奥さん, 夫, ご主人, 恋人, 彼女, 彼氏, 息子, 娘, 兄, 弟, 姉, 妹, 母, 父, 同僚, 顧客, 秘書, インターン, エンジニア, デザイナー, 隣人, 友人, 創業者, 取締役, マネージャー, コーチ, リーダー",
  ),
  links: phrases("は, が"),
  noNames: phrases("彼, これ, それ, あれ, 私, 僕, 我々, サーバー, システム, 問題, 目標, 次回"),
  finished: phrases("^完了, ^済み, ^対応済み, ^解決済み, 完了した, 完了しました, 対応済み, 終了しました"),
  superseded: phrases(
    "に置き換え, に取って代わ, は廃止, 廃止された, 廃止済み, 無効にな, もう使わない, 使われていない, 使用していない, 古い情報, 失効した, 失効済み, は撤回",
  ),
  until: phrases("まで, 期限, 締切, 締め切り, 有効期限"),
  nothingNew: phrases(
    "新着なし, 新規なし, 変化なし, 変更なし, 異常なし, 特になし, 更新なし, 問題なし, 未読なし, 返信なし, 通知なし, 新しいメールはな, 新しいメッセージはな, 新しい通知はな, エラーなし, 未確認",
  ),
  checks: phrases(
    "^確認済み, ^ハートビート, ^巡回, ^チェック済み, ^バックアップ完了, ^同期完了, ^受信箱, ^受信トレイ, ^死活監視, 定期チェック, 定期確認, ^ポーリング",
  ),
  counted: phrases(
    "件の返信, 件の通知, 件のメール, 件のエラー, 件の警告, 件の未読, 件のメッセージ, 件, 個のファイル, 回の, 行, 秒, いいね, 通の",
  ),
  particulars: phrases(
    "タイトル, リンク, 題名, 件名, 投稿, 時間, 日時, 日付, 出典, 状態, ファイル, ブランチ, サイズ, 結果, 次のステップ, 目標, 進捗, コミット",
  ),
  credentials: phrases("パスワード, 暗証番号, 秘密鍵, アクセスキー, トークン, 合言葉, 認証情報"),
};

// Spoken: a statement as words with their places, sentence by sentence, without markup and code: what tables of words are held against.

export interface Word {
  readonly said: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  /** Number of its sentence. */
  readonly sentence: number;
  /** Whether it begins a clause. */
  readonly opens: boolean;
}

interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly asks: boolean;
}

export interface Spoken {
  /** Without emphasis, with code as blanks; offsets of words and sentences are into it. */
  readonly plain: string;
  readonly words: readonly Word[];
  readonly sentences: readonly Sentence[];
  readonly script: "spaced" | "han" | "kana";
}

export function spokenIn(markdown: string): Spoken {
  const plain = withoutMarks(markdown);
  const sentences = sentencesIn(plain);
  return { plain, sentences, words: wordsIn(plain, sentences), script: scriptOf(plain) };
}

/** Links as their words, emphasis without its marks, code as blanks. */
function withoutMarks(markdown: string): string {
  return markdown
    .normalize("NFKC")
    .replace(/`[^`]*`/g, " ` ")
    .replace(/\]\([^)\s]*\)/g, "]")
    .replace(/\*+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
    .replace(/[’ʼ]/g, "'")
    .replace(/\b(can|won|sha)'t\b/gi, (whole) => contracted[whole.toLowerCase()] ?? whole)
    .replace(/n't\b/gi, " not")
    .replace(/\bcannot\b/gi, "can not")
    .replace(/[\t\r\n ]+/g, " ")
    .trim();
}

const contracted: Readonly<Record<string, string>> = {
  "can't": "can not",
  "won't": "will not",
  "shan't": "shall not",
};

/** A point ends a sentence before a blank only: versions, hosts and numbers have points inside. */
function sentencesIn(plain: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  for (const { 0: mark, index } of plain.matchAll(/[。！？]+|[.!?;…]+/g)) {
    const end = index + mark.length;
    if (!/[。！？]/.test(mark) && /[^\s"'”’)\]]/.test(plain.charAt(end))) continue;
    found.push({ start, end, asks: asks(plain.slice(start, end)) });
    start = end;
  }
  if (start < plain.length) found.push({ start, end: plain.length, asks: asks(plain.slice(start)) });
  return found;
}

function asks(sentence: string): boolean {
  return /[?？]\s*$|(?:吗|呢|でしょうか|だろうか|ますか|ですか)[。.？?]?\s*$/.test(sentence);
}

function wordsIn(plain: string, sentences: readonly Sentence[]): readonly Word[] {
  const words: Word[] = [];
  let sentence = 0;
  let before = 0;
  for (const { 0: raw, index } of plain.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    while ((sentences[sentence]?.end ?? plain.length) <= index) sentence += 1;
    const gap = plain.slice(before, index);
    const opens = before === 0 || /[.!?;:,–—(|→>。！？；：，、"“„«]| - /.test(gap);
    before = index + raw.length;
    words.push({ said: raw.toLowerCase(), raw, start: index, end: before, sentence, opens });
  }
  return words;
}

function scriptOf(plain: string): Spoken["script"] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain)) return "kana";
  return /\p{Script=Han}/u.test(plain) ? "han" : "spaced";
}

// Russian: the words by which a statement in Russian shows what it is; endings are many, so that the usual ones stand one by one.

export const russian: Lexicon = {
  isSpaced: true,
  labels: {
    correction: phrases("исправление, исправления, поправка, поправки, уточнение"),
    decision: phrases(
      "решение, решения, принятое решение, принято решение, решено, договорённость, договоренность, договорённости, договоренности, согласовано, утверждено, отклонено, отложено, выбрано, выбор",
    ),
    rule: phrases(
      "правило, правила, важно, внимание, критично, запрет, запрещено, нельзя, никогда, всегда, обязательно, ограничение, ограничения, политика, принцип, принципы, соглашение, соглашения, требование, требования, инструкция пользователя, железное правило, главное правило",
    ),
    lesson: phrases(
      "урок, уроки, вывод, выводы, извлечённый урок, извлеченный урок, извлечённые уроки, извлеченные уроки, открытие, причина, корневая причина, грабли, что сработало, что не сработало, на будущее, в следующий раз, опыт",
    ),
    preference: phrases(
      "предпочтение, предпочтения, предпочитает, любит, не любит, нравится, не нравится, стиль общения, стиль работы, формат общения",
    ),
    identity: phrases("имя, фамилия, отчество, обращение, часовой пояс, день рождения, родной язык, местоимения"),
    person: phrases("люди, контакты, семья"),
    fact: phrases("факт, факты"),
  },
  unlabels: phrases(
    "открыто, открытые, ожидает, ожидается, следующее, следующий, нет, файл, файлы, проект, статус, нужно",
  ),
  says: {
    correction: phrases(
      "поправил меня, поправила меня, исправил меня, исправила меня, я ошибся, я ошиблась, я ошибался, мы ошиблись, это было неверно, это неверно, было неверно, указано неверно, записано неверно, на самом деле не",
    ),
    decision: phrases(
      "решили, решил, решила, принято решение, приняли решение, принял решение, приняла решение, было решено, ^решено, договорились, условились, согласовали, утвердили, утвердил, утвердила, выбрали, выбрал, выбрала, остановились на, остаёмся на, остаемся на, переходим на, перешли на, отказались от, отказался от, отказалась от, ^отклонено, ^отложено, ^отменено, остановились на варианте, будем использовать",
    ),
    rule: phrases(
      "^никогда, ^всегда, ^нельзя, ^запрещено, ^обязательно, ^строго, ^только после, ^не ~ без, ^никаких ~ без, ни в коем случае, ни при каких, отныне, впредь, с этого момента, с этого дня, с сегодняшнего дня, начиная с сегодняшнего, не должен, не должна, не должно, не должны, должен всегда, должна всегда, должны всегда",
      "должен быть, должна быть, должно быть, должны быть, запрещается, запрещён, запрещен, запрещена, запрещены, не разрешается, не допускается, обязан, обязана, обязаны, без спроса, без разрешения, без согласования, без подтверждения, без одобрения, ^сначала спросить, ^сначала спроси, ^спрашивать ~ перед, ^спрашивай ~ перед",
      "перед каждым, перед каждой, после каждого, после каждой, ^не удаляй, ^не удалять, ^не трогай, ^не трогать, ^не меняй, ^не менять, ^не используй, ^не использовать, ^не отправляй, ^не отправлять, ^не публикуй, ^не публиковать, ^не пиши, ^не запускай, ^не запускать, ^не пушить, ^не коммитить, ^не спрашивай, ^избегать, ^избегай",
      "попросил всегда, попросила всегда, просит всегда, попросил никогда, попросил не, попросила не, просил не, просила не, требует чтобы, настаивает, источник истины, всегда нужно, всегда надо, нужно всегда, надо всегда, исключительно, отключено навсегда, отключён навсегда",
    ),
    lesson: phrases(
      "узнали что, узнал что, узнала что, выяснилось, оказалось, оказывается, как выяснилось, в следующий раз, на будущее, следовало, надо было, нужно было, стоило сначала, работает только с|если|когда|через, не работает если|когда|без, падает если|когда, ломается если|когда, урок в том, научились, вывод в том",
      "возможно только с|через|из|если, не поддерживает, не поддерживается, не поддерживаются, ^ограничено, ограничен до, несовместим с, несовместима с, несовместимо с, единственный способ, единственный вариант, не принимает, принимает только",
    ),
    preference: phrases(
      "предпочитает, предпочитаю, предпочёл, предпочел, предпочла, любимый, любимая, любимое, любит, люблю, не любит, не люблю, нравится, нравятся, не нравится, не нравятся, ненавидит, терпеть не может, обожает, не хочет, хочет чтобы, не ест, не пьёт, не пьет, раздражает, раздражают, аллергия на, вегетарианец, вегетарианка, хочет видеть, удобнее, интересуется",
    ),
    identity: phrases(
      "меня зовут, моё имя, мое имя, зови меня, зовите меня, называй меня, тебя зовут, твоё имя, твое имя, её зовут, его зовут, живёт в, живет в, родился, родилась, работает в, часовой пояс",
    ),
  },
  denies: {
    decision: phrases(
      "ещё не, еще не, пока не, не решили, не решил, не решила, не решено, предстоит решить, нужно решить, надо решить, надо выбрать, нужно выбрать, решим, не выбрали, не выбрал, решение не, решил проблему, решила проблему, решили проблему, решил задачу, решил вопрос, решили вопрос, решение проблемы",
    ),
    rule: phrases(
      "никогда не пришёл, никогда не пришел, никогда не работал, никогда не работало, никогда не было, как всегда, почти всегда, почти никогда, не всегда, всегда был, всегда была, всегда было, всегда были, никогда не был, никогда не видел, никогда не отвечал, может быть",
    ),
    preference: phrases("нет предпочтений"),
    correction: phrases("исправил опечатку, исправила опечатку, не только ~ но"),
    lesson: phrases("машинное обучение, машинного обучения, ничего не узнал"),
  },
  doubts: phrases(
    "возможно, может быть, вероятно, наверное, наверно, кажется, похоже, думаю, мог бы, могла бы, могли бы, можно было бы, стоит ли, непонятно, неясно, допустим, предположим, например, если бы, интересно ли",
  ),
  tasks: phrases(
    "todo, сделать, ^следующий шаг, ^следующие шаги, осталось, нужно будет, надо будет, завтра, до пятницы, сегодня вечером, мне нужно, мне надо, нам нужно, ^ожидает, ^в планах, планируется, ^напомнить",
  ),
  momentary: phrases(
    "сейчас, в данный момент, пока, пока что, на данный момент, временно, текущий, текущая, текущее",
  ),
  troubles: phrases(
    "ошибка, ошибки, ошибок, падает, упал, упала, сбой, сбои, таймаут, зависает, завис, сломано, сломан, заблокирован, заблокирована, не существует, невозможно, не работает, слишком длинный, слишком большой, слишком медленно, не хватает, отсутствует, отсутствуют",
  ),
  profiles: phrases(
    "профиль пользователя, о пользователе, обо мне, о себе, личные данные, личная информация, кто я, о владельце",
  ),
  insists: phrases(
    "никогда, всегда, нельзя, должен, должна, должно, должны, важно, критично, обязательно, запрещено, не ~ без, ^не удаляй, ^не трогай, ^не используй, ^не отправляй, внимание, только, надо, нужно, без спроса, отныне, впредь, ни в коем случае",
  ),
  roles: phrases(
    "директор, финансовый директор, руководитель, начальник, начальница, менеджер, владелец, владелица, основатель, основательница, бухгалтер, юрист, адвокат, врач, доктор, стоматолог, учитель, учительница, преподаватель, арендодатель, жена, муж, супруга, супруг, партнёр, партнер, девушка, парень, сын, дочь, брат, сестра",
    "мама, папа, мать, отец, тётя, тетя, дядя, друг, подруга, коллега, клиент, клиентка, заказчик, заказчица, ассистент, секретарь, стажёр, стажер, разработчик, сосед, соседка, тренер, нотариус",
  ),
  links: phrases("это, как, является, стал, стала"),
  noNames: phrases(
    "он, она, оно, они, это, этот, эта, эти, тот, та, те, мы, я, ты, вы, мой, моя, моё, наш, наша, их, его, её, ее, всё, все, ничего, здесь, кто, что, сегодня, установлено, создано, создан, создана, добавлено, добавлен, добавлена, исправлено, настроено, настроен, настроена, обновлено, удалено, проверено, сделано, готово, итог, итоги, итого, проблема, задача, задачи, статус, результат, пользователь, проект, файл",
  ),
  finished: phrases(
    "^готово, ^сделано, ^завершено, ^завершён, ^завершен, ^завершена, ^выполнено, ^закончено, ^закрыто, ^решена, задача выполнена, статус готово, статус завершено, успешно завершено, успешно завершена",
  ),
  superseded: phrases(
    "заменено на, заменён на, заменен на, заменена на, больше не действует, больше не актуально, больше не актуален, больше не используется, больше не нужно, ^устарело, устарело, устарел, устарела, ^неактуально, неактуально",
  ),
  until: phrases(
    "до, действует до, действителен до, действительна до, истекает, истёк, истек, истекла, срок до, срок, дедлайн",
  ),
  nothingNew: phrases(
    "без изменений, ничего нового, нет новых, новых нет, нет изменений, нет сообщений, нет писем, всё спокойно, все спокойно, всё в порядке, все в порядке, всё хорошо, без ошибок, ошибок нет, пусто, нет ответа, не проверено, новостей нет",
  ),
  checks: phrases(
    "^проверено, ^проверил, ^проверила, ^проверка, ^бэкап готов, ^бэкап завершён, ^бэкап завершен, ^резервная копия готова, ^резервная копия создана, ^синхронизировано, ^тесты пройдены, ^почта, проверки, ^статус системы",
  ),
  counted: phrases(
    "ответов, сообщений, сообщения, писем, письма, упоминаний, ошибок, ошибки, предупреждений, тестов, пройдено, файлов, файла, просмотров, комментариев, новых, непрочитанных, строк, запросов, секунд, минут, уведомлений",
  ),
  particulars: phrases(
    "название, ссылка, тема, опубликовано, длительность, время, дата, источник, статус, файлы, файл, ветка, размер, результат, следующий шаг, цель, контекст, прогресс, уровень, создано, автор",
  ),
  credentials: phrases(
    "пароль, пароли, ключ, ключ api, секрет, токен, пин, пин код, учётные данные, учетные данные, код доступа, логин",
  ),
};
