/** Names of the demo's people: invented, in several languages and scripts. */

/** A name in its script, and after a slash in Latin letters if the script is another. */
type Name = string

type Names = readonly [Name, ...Name[]]

export interface NameCulture {
  readonly language: string
  readonly female: Names
  readonly male: Names
  readonly family: Names
  /** Family names of women where they differ, in the order of the others. */
  readonly familyOfWomen?: Names
  readonly isFamilyFirst?: boolean
}

const names = (text: string): Names => text.split(' ') as unknown as Names

export const NAME_CULTURES: readonly [NameCulture, ...NameCulture[]] = [
  {
    language: 'English',
    female: names('Harriet Imogen Winifred Beatrice Philippa Rosalind'),
    male: names('Alistair Percival Rupert Gideon Barnaby Desmond'),
    family: names('Thornbury Ashgrove Pemberwick Hollowell Fairweather Larkspur Wetherby'),
  },
  {
    language: 'German',
    female: names('Friederike Annegret Jördis Mechthild Käthe Rieke'),
    male: names('Jürgen Götz Hartmut Ansgar Björn Wendelin'),
    family: names('Müllerstett Grünewald Schönefeld Größler Weißhaupt Kühnert Ährenfeld'),
  },
  {
    language: 'Dutch',
    female: names('Fenna Willemijn Jolien Noortje Saskia Liesbeth'),
    male: names('Joost Sjoerd Wouter Thijs Maarten Gijs'),
    family: ['van der Heuvelen', 'de Wilgenburg', 'ter Horstink', 'van Duinmeer', 'Zwanenveld', 'Kruitwijk'],
  },
  {
    language: 'Spanish',
    female: names('Almudena Inés Begoña Rocío Maricruz Nuria'),
    male: names('Íñigo Joaquín Ramón Andrés Germán Nicolás'),
    family: ['Peñarrubia Solano', 'Muñozuela Vidal', 'Ibáñez Robledal', 'Cortázar Luna', 'Quiñones Alba'],
  },
  {
    language: 'Irish',
    female: names('Siobhán Aoife Niamh Caoimhe Gráinne Róisín'),
    male: names('Cathal Oisín Fiachra Ruairí Tadhg Eoghan'),
    family: ["O'Brennagh", "O'Dunleavin", 'Mac Cumhail', "O'Flannadh", "O'Rafferlin", 'McGlenagh'],
  },
  {
    language: 'Polish',
    female: names('Małgorzata Jadwiga Żaneta Bożena Stanisława Agnieszka'),
    male: names('Łukasz Zbigniew Wojciech Paweł Józef Mieczysław'),
    family: names('Wójtkowiak Gałązka Zającek Mazurczak Szczepaniuk Kołodziejek'),
  },
  {
    language: 'Turkish',
    female: names('Ayşegül Çiğdem Gülşen Şebnem Özlem Tuğba'),
    male: names('Oğuzhan Çağatay İbrahim Gökhan Şükrü Yiğit'),
    family: names('Karadağlı Yıldızoğlu Güneşer Çınarlı Öztaş Şahinkaya'),
  },
  {
    language: 'Greek',
    female: names('Αικατερίνη/Aikaterini Ελένη/Eleni Δέσποινα/Despina Χρυσάνθη/Chrysanthi'),
    male: names('Νικόλαος/Nikolaos Γεώργιος/Georgios Σπυρίδων/Spyridon Θεόδωρος/Theodoros'),
    family: names('Πετρόπουλος/Petropoulos Θαλασσινός/Thalassinos Λιθάρης/Litharis'),
    familyOfWomen: names('Πετροπούλου/Petropoulou Θαλασσινού/Thalassinou Λιθάρη/Lithari'),
  },
  {
    language: 'Ukrainian',
    female: names('Оксана/Oksana Людмила/Liudmyla Ярослава/Yaroslava Наталія/Nataliia'),
    male: names('Богдан/Bohdan Тарас/Taras Остап/Ostap Мирослав/Myroslav'),
    family: names(
      'Каменяренко/Kameniarenko Вербиченко/Verbychenko Степаненко/Stepanenko Дубровчук/Dubrovchuk',
    ),
  },
  {
    language: 'Arabic',
    female: names('ليلى/Layla فاطمة/Fatima ياسمين/Yasmin نورهان/Nourhan'),
    male: names('يوسف/Yusuf كريم/Karim سليمان/Sulayman طارق/Tariq'),
    family: names('الحجري/Al-Hajari النخلاوي/An-Nakhlawi البستاني/Al-Bustani المرجاني/Al-Murjani'),
  },
  {
    language: 'Chinese',
    female: names('静怡/Jingyi 秀兰/Xiulan 雨桐/Yutong 美玲/Meiling'),
    male: names('建国/Jianguo 浩然/Haoran 志强/Zhiqiang 文博/Wenbo'),
    family: names('石/Shi 林/Lin 江/Jiang 欧阳/Ouyang'),
    isFamilyFirst: true,
  },
  {
    language: 'Hindi',
    female: names('सीता/Sita मीनाक्षी/Meenakshi कविता/Kavita अनुराधा/Anuradha'),
    male: names('राजेन्द्र/Rajendra विक्रम/Vikram सुरेश/Suresh आदित्य/Aditya'),
    family: names('पत्थरवाल/Pattharwal नदियाल/Nadiyal शिखरे/Shikhare वनमाली/Vanmali'),
  },
]

export const STREETS = [
  'Cairn Lane',
  'Harbour Row',
  'Old Mill Road',
  'Heather Terrace',
  'Quarry Street',
  'Lighthouse Way',
  'Bramble Close',
  'St Brannoc’s Square',
] as const

type Town = readonly [area: string, name: string]

export const TOWNS: readonly [Town, ...Town[]] = [
  ['CM1', 'Cairnmouth'],
  ['CM4', 'Stonehaven Bridge'],
  ['CM7', 'Little Heatherby'],
  ['CM9', 'Upper Quarrydale'],
]
