/** Places: names of countries, states and cities, so that a text that names one is found by what it is: “Lisbon” by “which city”. */

import type { Term } from "../words/terms.js";
import { stem } from "../words/terms--stem.js";

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
