/** Japanese statements, each behind what it is: written for this test, with such as look like another. */

export const japanese = `
rule	請求書は必ず二人で確認する。
rule	許可なく共有フォルダの中身を消さないでください。
rule	金曜の午後にマージしてはいけない。
rule	今後は見積もりを必ず部内で回覧する。
rule	顧客名の公開は禁止。
rule	**ルール：** 一件につき一つのブランチ
rule	更新の前にバックアップを取らなければならない。
rule	夜は決して門を開けたままにしないこと。
rule	重要：暖房は夜もつけておく
decision	**決定：** 旧名称を使い続ける
decision	工房を名古屋に移すことにした。
decision	家賃は毎月三日払いで合意した。
decision	ロゴは青に決まりました。
decision	海外発送は見送ることになった。
lesson	**教訓：** 会場を押さえてから招待する
lesson	見積もりは十日で失効すると学んだ。
lesson	次回は領収書をもらう。
lesson	キャッシュは手で消す必要があることがわかった。
preference	小林さんは短い返事が好き。
preference	利用者は絵文字を好まない。
preference	田中さんは夜の電話が苦手です。
preference	彼女は緑茶のほうが好きだ。
correction	小林さんに訂正された。契約は五月までです。
correction	訂正：事務所は四階です
correction	授業は三月ではなく四月が正しい。
identity	私の名前は杜松です。
identity	**タイムゾーン：** Asia/Tokyo
identity	彼は京都に住んでいる。
person	佐藤さんは経理部長です。
person	大家は山田一郎です。
person	中村さんは大阪店の店長だ。
person	玲奈は私の姉です。
fact	資料は二台目のディスクにあります。
none	処理は最後まで終わらず、帰宅した。
none	いつも小林さんに聞くべきでしょうか。
none	新しいロゴはまだ決まっていない。
none	会場をどこにするか検討中。
none	これからは先に聞いたほうがいいかもしれない。
none	小林さんと計画について一時間話した。
none	トップページの配置を作り直した。
none	明日スライドを仕上げる予定。
none	機械学習の講座は春に始まる。
none	誤字を訂正した。
none	必ずしも早いとは限らない。
operational	受信箱：新着なし。
operational	確認済み、異常なし。
operational	バックアップ完了 02:00
operational	12件の通知、3件のエラー
finished	完了：椅子を注文
superseded	旧料金表は廃止。
expired	クーポンの有効期限 2025-03-01
secret	メールのパスワードは Taiyo#42x
secret	認証情報：admin / x81kkQz-99
rule	訪問時間は壁のカレンダーを正とする
lesson	荷物は港側からでしか受け取れない
preference	真理さんは古いポンプに興味がある
decision	全会一致：物置は樫の木の裏に残す
lesson	券売機は硬貨しか受け付けない
`;
