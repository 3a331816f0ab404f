/**
 * RankWeights: every number that ranking goes by, with what it is for, the words of a query, and the names of places by which “where” finds a
 * text.
 */

import { asksForTime, fold, stem, type Term, termsOf } from "../words/terms.js";

// Places: names of countries, states and cities, so that a text that names one is found by what it is: “Lisbon” by “which city”.

/**
 * Capitals, and cities of half a million: names by GeoNames (CC BY 4.0), without those that are mostly something else (“Charlotte”, “Sale”) or no
 * run of capitals (“Rio de Janeiro”).
 */
const cities = `
abeokuta|abidjan|abobo|abu dhabi|abuja|acapulco|accra|adana|addis ababa|adelaide|aden|agadir|agra|aguascalientes|ahmedabad|ahvaz|ajmer
albuquerque|aleppo|alexandria|algiers|aligarh|allahabad|almaty|amman|amravati|amritsar|amsterdam|ankara|ansan|anshan|antalya|antananarivo
antipolo|anyang|apia|arak|arequipa|asansol|ashgabat|asmara|astrakhan|asuncion|athens|aurangabad|austin|avarua|baghdad|bahawalpur
bahcelievler|baku|balikpapan|baltimore|bamako|bandar lampung|bandar seri begawan|bandung|bangalore|bangkok|bangui|banjarmasin|banjul
banqiao|baoding|baotou|barcelona|bareilly|barnaul|barquisimeto|barranquilla|basrah|basseterre|batam|battagram|bayan nur|beijing|beira
beirut|bekasi|belem|belgrade|belmopan|belo horizonte|bengaluru|bengbu|benghazi|benin city|benoni|benxi|berlin|bern|bhavnagar|bhayandar
bhilai|bhiwandi|bhopal|bhubaneshwar|bikaner|bilimora|birmingham|bishkek|bissau|blantyre|bogor|bogota|bombay|borivli|boston|bouake
boumerdas|brasilia|bratislava|brazzaville|bremen|bridgetown|brisbane|bristol|brussels|bucaramanga|bucharest|bucheon|budapest|buenos aires
bulawayo|bursa|busan|cairo|calcutta|calgary|cali|callao|caloocan|camayenne|campinas|campo grande|canberra|cancun|cangzhou|cankaya
cape town|caracas|cartagena|casablanca|castries|cayenne|cebu|chandigarh|changchun|changde|changsha|changshu|changwon|changzhi|changzhou
charlotte amalie|chelyabinsk|chengdu|chennai|cheongju|chiba|chicago|chiclayo|chihuahua|chisinau|chittagong|chongqing|ciudad guayana
ciudad nezahualcoyotl|cochabamba|cochin|coimbatore|cologne|colombo|columbus|conakry|contagem|copenhagen|cordoba|cotonou|coyoacan
cuauhtemoc|cucuta|cuiaba|culiacan|curitiba|cuttack|da nang|dadonghai|daegu|daejeon|dakar|dalian|dallas|damascus|dammam|dandong|datong
davao|dehra dun|delhi|denpasar|denver|depok|detroit|dhaka|dili|dnipro|dodoma|doha|dombivli|donetsk|dongguan|dortmund|douala|dubai|dublin
duisburg|durban|durgapur|dushanbe|dusseldorf|ebute ikorodu|ecatepec|edmonton|el paso|enugu|erbil|esenler|eskisehir|faisalabad|faridabad
fort worth|fortaleza|foshan|frankfurt|freetown|fresno|fukuoka|funafuti|fushun|fuxin|fuzhou|gaborone|gaziantep|genoa|george town|georgetown
ghaziabad|gitega|giza|glasgow|goiania|gold coast|gorakhpur|goteborg|gothenburg|goyang|guadalajara|guadalupe|guangzhou|guankou|guarulhos
guatemala city|guayaquil|guilin|guiyang|gujranwala|guntur|guwahati|gwalior|gwangju|hachioji|hagatna|haikou|haiphong|hamadan|hamamatsu
hamburg|hamhung|handan|hangzhou|hannover|hanoi|hanover|haora|harare|harbin|havana|hefei|hegang|helsinki|hengyang|hermosillo|hiroshima
ho chi minh city|hohhot|homs|hong kong|honiara|houston|huaian|huaibei|huainan|huangshi|hubli|hyderabad|ibadan|ilorin|incheon|indianapolis
indore|ipoh|irkutsk|isfahan|islamabad|istanbul|izhevsk|izmir|iztapalapa|jabalpur|jaboatao|jacksonville|jaipur|jakarta|jalandhar|jamshedpur
jeddah|jeonju|jerusalem|jiamusi|jiangmen|jiaozuo|jieyang|jilin|jinan|jinzhou|joao pessoa|jodhpur|johannesburg|johor bahru|juarez|juba
kabul|kaduna|kagoshima|kahriz|kaifeng|kalyan|kampala|kano|kanpur|kaohsiung|karachi|karaj|kathmandu|kawasaki|kayseri|kazan|kerman
kermanshah|khabarovsk|kharkiv|khartoum|khulna|kiev|kigali|kingston|kingstown|kinshasa|kirkuk|kisangani|kitakyushu|klang|kobe|kolhapur
kolkata|koln|konya|kota bharu|kotli|kowloon|krakow|kralendijk|krasnodar|krasnoyarsk|kryvyi rih|kuala lumpur|kuching|kumamoto|kumasi
kunming|kunshan|kuwait city|kyiv|kyoto|la paz|la plata|lagos|lahore|langfang|lanzhou|las pinas|las vegas|leicester|leipzig|liaoyang
libreville|lijiang|lilongwe|lima|lipetsk|lisbon|liverpool|ljubljana|lodz|lome|london|longyearbyen|los angeles|luancheng|luanda|lubumbashi
lucknow|ludhiana|luoyang|lusaka|lviv|macau|maceio|madrid|madurai|maiduguri|majuro|makassar|makati|malabo|malaga|malang|malingao|mamoudzou
managua|manama|manaus|mandalay|manila|maputo|maracaibo|maracay|mariehamn|marigot|marrakesh|marseille|maseru|mashhad|matola|mbabane
mbuji mayi|mecca|medan|medellin|medina|meerut|meknes|melbourne|memphis|mendoza|merida|mersin|mexicali|mexico city|milan|milwaukee|minsk
mississauga|mogadishu|mombasa|monrovia|monterrey|montevideo|montreal|moradabad|morelia|moroni|moscow|mosul|mudanjiang|multan|mumbai|munich
muscat|muzaffarabad|mykolayiv|mysore|naberezhnyye chelny|nagoya|nagpur|nairobi|najafgarh|nanchang|nanchong|nanded|nanjing|nanning|nantong
naples|narela|nashik|nashville|nassau|naucalpan|nay pyi taw|ndjamena|neijiang|new delhi|new york|ngerulmud|niamey|nicosia|niigata|ningbo
nizhniy novgorod|nottingham|nouakchott|noumea|nova iguacu|novokuznetsk|novosibirsk|nowrangapur|nukualofa|nur sultan|nuuk|nyala|odessa
okayama|oklahoma city|omdurman|omsk|onitsha|oran|oranjestad|ordos|orenburg|orumiyeh|osaka|osasco|oslo|ottawa|ouagadougou|padang|pago pago
palembang|palermo|palikir|panama city|panshan|papeete|paramaribo|paris|pasig|patna|pekanbaru|peking|penza
perth|peshawar|petaling jaya|philadelphia|philipsburg|phnom penh|phoenix|pietermaritzburg|pikine|pimpri|pingdingshan|podgorica|pohang
pointe noire|port au prince|port elizabeth|port harcourt|port louis|port moresby|port said|port vila|portland|porto alegre|porto novo
poznan|prague|praia|pretoria|pristina|puebla|puente alto|pune|puyang|pyongyang|qingdao|qinhuangdao|qiqihar|quebec|quetta|quezon city|quito
rabat|rahim yar khan|raipur|rajkot|rajshahi|ranchi|rasht|raurkela|rawalpindi|recife|reykjavik|reynosa|ribeirao preto|riga|riyadh|rome
rosario|roseau|rotterdam|ryazan|saigon|saint denis|saint georges|saint helier|saint johns|saint peter port|saint petersburg|saint pierre
saipan|saitama|sakai|salta|saltillo|samara|san antonio|san diego|san francisco|san jose|san juan|san luis potosi|san miguel|san salvador
sanaa|sangli|santiago|santo andre|santo domingo|sao luis|sao paulo|sao tome|sapporo|sarajevo|saratov|sargodha|seattle|semarang|sendai
seongnam|seoul|sevilla|seville|shanghai|shangyu|shantou|shaoguan|sharjah|sheffield|shenyang|shenzhen|shihezi|shijiazhuang|shiraz|shiyan
shizuoka|shuangyashan|siliguri|siping|situbondo|skopje|sofia|sokoto|solapur|sorocaba|south tangerang|soweto|srinagar|stockholm|stuttgart
surabaya|surakarta|surat|suva|suwon|suzhou|sydney|tabriz|taguig|taian|taichung|taif|tainan|taipei|taiyuan|taizhou|taizz|takeo|tallinn
tangerang|tanggu|tangier|tangshan|tarawa|tashkent|tbilisi|tebessa|tegucigalpa|tehran|tembisa|teresina|thane|thimphu|thiruvananthapuram
tianjin|tianshui|tijuana|tirana|tiruchirappalli|tirunelveli|tlalnepantla|tlalpan|tlaquepaque|tokyo|tolyatti|tonghua|tongshan|toronto
torreon|torshavn|touba|tripoli|trujillo|tucson|tunis|turin|tuxtla|tyumen|uberlandia|ulan bator|ulhasnagar|ulsan|ulyanovsk|umraniye|urumqi
uskudar|vadodara|vaduz|valencia|valletta|vancouver|varanasi|vatican city|vienna|vientiane|vijayawada|vilnius|visakhapatnam|vladivostok
volgograd|voronezh|warangal|warsaw|washington|wellington|wenzhou|willemstad|windhoek|winnipeg|wroclaw|wuhan|wuhu|wuxi|xiamen|xian|xiangtan
xianyang|xingtai|xining|xinxiang|xinyang|xuchang|yamoussoukro|yancheng|yangon|yangzhou|yantai|yaounde|yaroslavl|yekaterinburg|yerevan
yingkou|yogyakarta|yokohama|yueyang|yunfu|zagreb|zahedan|zapopan|zaporizhia|zaragoza|zaria|zarqa|zhangjiakou|zhangzhou|zhanjiang|zhengzhou
zhenjiang|zhongshan|zhu cheng|zhuhai|zhumadian|zhuzhou|zibo|zigong
`;

/** By ISO 3166, and other names that they go by. */
const countries = `
afghanistan|albania|algeria|andorra|angola|argentina|armenia|australia|austria|azerbaijan|bahamas|bahrain|bangladesh|barbados|belarus
belgium|belize|benin|bhutan|bolivia|bosnia|botswana|brazil|britain|brunei|bulgaria|burkina faso|burma|burundi|cambodia|cameroon|canada
cape verde|central african republic|chad|chile|china|colombia|comoros|congo|costa rica|cote divoire|croatia|cuba|cyprus|czech republic
czechia|denmark|djibouti|dominica|dominican republic|ecuador|egypt|el salvador|england|equatorial guinea|eritrea|estonia|eswatini|ethiopia
fiji|finland|france|gabon|gambia|georgia|germany|ghana|great britain|greece|grenada|guatemala|guinea|guinea bissau|guyana|haiti|holland
honduras|hong kong|hungary|iceland|india|indonesia|iran|iraq|ireland|israel|italy|ivory coast|jamaica|japan|jordan|kazakhstan|kenya
kiribati|kosovo|kuwait|kyrgyzstan|laos|latvia|lebanon|lesotho|liberia|libya|liechtenstein|lithuania|luxembourg|madagascar|malawi|malaysia
maldives|mali|malta|marshall islands|mauritania|mauritius|mexico|micronesia|moldova|monaco|mongolia|montenegro|morocco|mozambique|myanmar
namibia|nauru|nepal|netherlands|new zealand|nicaragua|niger|nigeria|north korea|north macedonia|northern ireland|norway|oman|pakistan
palau|palestine|palestinian territories|panama|papua new guinea|paraguay|peru|philippines|poland|portugal|qatar|romania|russia|rwanda
samoa|san marino|saudi arabia|scotland|senegal|serbia|seychelles|sierra leone|singapore|slovakia|slovenia|solomon islands|somalia
south africa|south korea|south sudan|spain|sri lanka|st lucia|sudan|suriname|sweden|switzerland|syria|taiwan|tajikistan|tanzania|thailand
timor leste|togo|tonga|trinidad|tunisia|turkey|turkiye|turkmenistan|tuvalu|uae|uganda|uk|ukraine|united arab emirates|united kingdom
united states|uruguay|us|usa|uzbekistan|vanuatu|vatican city|venezuela|vietnam|wales|yemen|zambia|zimbabwe
`;

/** Of the United States, Canada, Australia, Germany and India. */
const states = `
alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas
kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey
new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|south carolina|south dakota|tennessee|texas
utah|vermont|virginia|washington|west virginia|wisconsin|wyoming|alberta|british columbia|manitoba|new brunswick|newfoundland|nova scotia
ontario|prince edward island|quebec|saskatchewan|new south wales|queensland|south australia|tasmania|western australia|bavaria|bayern
baden wurttemberg|brandenburg|hesse|hessen|niedersachsen|lower saxony|mecklenburg vorpommern|north rhine westphalia|nordrhein westfalen
rheinland pfalz|saarland|sachsen|saxony|sachsen anhalt|schleswig holstein|thuringia|thuringen|andhra pradesh|assam|bihar|goa|gujarat
haryana|karnataka|kerala|madhya pradesh|maharashtra|odisha|punjab|rajasthan|tamil nadu|telangana|uttar pradesh|west bengal
`;

/** As many words as a name has at most. */
const wordsMax = 5;

/** What “where” asks for. */
export const placeWord = "place";
/** What each of them is. */
const anywhere = [placeWord, "location"];

/** What a text that names a place is indexed by: words that no text holds, so that no misspelling is near to them. */
const sign = "=";

type Kinds = ReadonlyMap<string, readonly string[]>;
let known: Kinds | null = null;

/** Terms of what the places are that these folded names are or hold: of a city for “lisbon marathon”. Each once. */
export function placeTerms(names: readonly string[]): readonly Term[] {
  known ??= kindsByName();
  const found = new Set<string>();
  for (const name of names) {
    const words = name.replace(/['’]/g, "").split(/[ -]/);
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(words.length, from + wordsMax); to++) {
        for (const kind of known.get(words.slice(from, to).join(" ")) ?? []) found.add(kind);
      }
    }
  }
  return [...found].map((kind) => ({ text: sign + stem(kind), said: kind, stop: false, part: false }));
}

const cityWords = ["city", "town", ...anywhere];
const countryWords = ["country", "nation", ...anywhere];
const stateWords = ["state", "province", ...anywhere];
const stems = new Set([...cityWords, ...countryWords, ...stateWords].map(stem));

/** Made when it is first asked for: most commands index nothing. */
function kindsByName(): Kinds {
  const kinds = new Map<string, readonly string[]>();
  const put = (table: string, words: readonly string[]): void => {
    for (const name of table.trim().split(/[|\n]/)) kinds.set(name, [...(kinds.get(name) ?? []), ...words]);
  };
  put(cities, cityWords);
  put(countries, countryWords);
  put(states, stateWords);
  return kinds;
}

/** What is indexed for names of places that this word of a query asks for; null where it asks for none. */
export function placeTermOf(word: string): string | null {
  return stems.has(word) ? sign + word : null;
}

/** Whether a term of an index stands for names of places. */
export function isPlaceTerm(term: string): boolean {
  return term.startsWith(sign);
}

const askingWords = new Set("where wo dove donde".split(" "));

/** The word that asks for a place, of folded words, stop words too; null where none does. */
export function asksForPlace(words: readonly string[]): string | null {
  return words.find((word) => askingWords.has(word)) ?? null;
}

// RankWeights: every number that ranking goes by, with what it is for; chosen on half of LoCoMo, none for a question of its own.

export const weights = {
  /** How soon a word said again stops counting, and how much a long chunk is held back: BM25's k1 and b. */
  saturation: 0.9,
  lengthShare: 0.2,
  /** A word of the neighbor 1, 2, 3 chunks away counts as this much of a word of the chunk's own. */
  neighbors: [0.3, 0.2, 0.1],
  /** A neighbor of more telling words than this counts less, in proportion. */
  neighborLength: 60,
  /** Added for the chunk before where it ends in a question: what follows is its answer. */
  answered: 0.3,
  /** What a word counts that stands in this field, once, besides the body. */
  title: 0.8,
  tags: 1,
  entities: 0.3,
  time: 0.5,
  /** A chunk that holds the query's words all, weighted, gains this share. */
  coverage: 0.2,
  /** The page's own score, as a share of the best chunk's. */
  page: 0.4,
  pageSaturation: 1.2,
  pageLengthShare: 0.5,
  /** A page's worth, by which pages are ordered: BM25's k1 and b over the whole of it. */
  worthSaturation: 2,
  worthLengthShare: 0.75,
  /** What a speaker's name weighs there: one is in nearly every page, and those that lack it are none the worse. */
  worthName: 0.2,
  /** Words that go with the query's, by this many of the best chunks: how many, in what share of the chunks at hand, and what they weigh. */
  besideChunks: 20,
  besideWords: 30,
  besideShare: 0.12,
  beside: 0.5,
  /** How few pages hold such a word counts to this power: it is less sure than a word that was asked for. */
  besideRarity: 0.5,
  /** Chunks that share words with those that hold the query's: the best of a page, and what they weigh. */
  alikeChunks: 5,
  alike: 0.4,
  /** Chunks that say little but the query's words: the best of a page, and what they weigh. */
  plainChunks: 2,
  plain: 0.1,
  /** What a page's worth owes to that of so many pages most like it, by words in at most this share of the chunks at hand. */
  kinPages: 8,
  kinShare: 0.08,
  kin: 0.3,
  /** What share of the hits is kept for the best chunks of the pages that are worth most. */
  leaders: 0.25,
  /** A chunk spoken by somebody the query names; such a name then weighs this much as a word. */
  speaker: 0.2,
  name: 0.5,
  /** What ends in a question loses this share: it asks, too. */
  asks: 0.2,
  /** A query for a time, and a chunk that speaks of one. */
  timed: 0.1,
  /** “where”, as a word that names of places stand for: it asks for one, and an answer need not name it. */
  where: 0.5,
  /** Days asked for (`around`) and a chunk of these days, and by what share its page is worth more. */
  around: 0.4,
  aroundPage: 1,
  /** Beside those days it counts for this share of that, and for half of it so many days on, with half of how many were asked for. */
  aroundEdge: 0.8,
  aroundHalf: 7,
  /** The days that are asked for, as a word. */
  days: 0.1,
  /** A part of a name that is known as a whole, too. */
  part: 0.5,
  /** Words that are near to what was asked: the beginning of a word, a part of a compound, a misspelling. */
  prefix: 0.7,
  compound: 0.6,
  typo: 0.7,
  /** The same where the word itself is known, but hardly. */
  nearKnown: 0.4,
  /** A word in at most this many chunks is looked for in other forms too. */
  rareChunks: 2,
  /** Chunks that may be seen, and their pages, of those an index gave, before it is asked for more. */
  enough: 20,
  enoughPages: 32,
} as const;

/** Bounds of work, which keep a query of common words as quick as one of rare ones. */
export const rankLimits = {
  /** Words of a query that are looked up. */
  words: 32,
  /** Forms that one word may take. */
  forms: 6,
  /** Chunks that an index gives to be ranked. */
  candidates: 64,
  /** Chunks that are walked through in an index to find those; the most common words are left to the ranking beyond it. */
  postings: 1_000,
  /** Pages, and their chunks, among which words that go with the query's are looked for; of fewer pages nothing can be told. */
  besidePages: 32,
  besideRows: 1_000,
  besidePagesMin: 5,
  /** So many pages, where no others may be seen, are looked through whole, and so many of their chunks ranked. */
  fewPages: 2_048,
  fewChunks: 512,
  /** Pages with more chunks are ranked around the candidates only. */
  wholePageChunks: 160,
} as const;

// RankQuery: the words and quoted phrases of a query; nothing else in it is syntax.

export interface AskedWord {
  readonly text: string;
  /** As the query has it. */
  readonly said: string;
  /** 1, less for a part of a name, and for what is implied. */
  readonly weight: number;
  /** What the query asks for and does not say, as “where” asks for a place: it ranks what its words found, and finds nothing. */
  readonly implied: boolean;
}

export interface AskedQuery {
  /** Each word once, in order; what is implied last. */
  readonly words: readonly AskedWord[];
  /** Each the terms of one quoted phrase in order. */
  readonly phrases: readonly (readonly string[])[];
  /** Whether it says something beside its phrases. */
  readonly saysMore: boolean;
  readonly asksForTime: boolean;
}

const quotes: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“", "«": "»", "「": "」", "『": "』" };

export function readQuery(text: string): AskedQuery {
  const terms = termsOf(text);
  const telling = terms.filter((term) => !term.stop);
  const words = new Map<string, AskedWord>();
  for (const term of telling.length > 0 ? telling : terms) {
    if (words.size >= rankLimits.words) break;
    const known = words.get(term.text);
    const weight = term.part ? weights.part : 1;
    if (known === undefined || known.weight < weight)
      words.set(term.text, { text: term.text, said: saidOf(term), weight, implied: false });
  }
  const said = terms.map((term) => fold(term.said));
  const where = asksForPlace(said);
  if (where !== null && !words.has(placeWord))
    words.set(placeWord, { text: placeWord, said: where, weight: weights.where, implied: true });
  const { phrases, rest } = phrasesIn(text);
  return {
    words: [...words.values()],
    phrases: phrases.map((phrase) => termsOf(phrase).map((term) => term.text)).filter((phrase) => phrase.length > 0),
    saysMore: termsOf(rest).some((term) => !term.stop),
    asksForTime: asksForTime(said),
  };
}

function saidOf(term: Term): string {
  return term.part ? term.text : term.said;
}

/** What stands in quotes, and what does not. */
function phrasesIn(text: string): { readonly phrases: readonly string[]; readonly rest: string } {
  const phrases: string[] = [];
  let rest = "";
  for (let at = 0; at < text.length; at++) {
    const close = quotes[text.charAt(at)];
    const end = close === undefined ? -1 : text.indexOf(close, at + 1);
    if (end < 0) rest += text.charAt(at);
    else {
      phrases.push(text.slice(at + 1, end));
      rest += " ";
      at = end;
    }
  }
  return { phrases, rest };
}
