/** Spanish: how people say things to an agent, as phrases by what they are a sign of. */

import type { Signs } from "../sign.js";

export const spanish: Signs = {
  standing:
    "a partir de ahora, de ahora en adelante, desde ahora, en adelante, en el futuro, siempre, nunca, jamás, cada vez, cada commit|archivo|función|test|pr|cambio|rama|migración|prueba, por defecto, por norma, en todo momento, nunca más, todos los commits|archivos|tests, todas las funciones|fechas|ramas|pruebas, sin excepción, por regla general",
  bans: "^no uses, ^no usar, ^no hagas, ^no toques, ^no pongas, ^no escribas, ^no añadas, ^no subas, ^no borres, ^no me, ^no se, ^no quiero, ^nada de, ^nunca, ^jamás, ^sin, ^evita, ^deja de, ^dejad de, prohibido, prohibida, prohibidos, no debe, no deben, no puede, no pueden, no se puede, no se permite, ^ni, ^ningún, ^ninguna, no ~ sin, ^no más, ^no ~ nunca, ^no",
  musts:
    "debe, deben, debes, deberías, debería, deberían, tiene que, tienen que, tienes que, hay que, asegúrate, obligatorio, obligatoria, solo, sólo, solamente, únicamente, al menos, como máximo, va en, van en, imprescindible, queda, quedan",
  habits:
    "^usa, ^usad, ^use, ^utiliza, ^emplea, ^mantén, ^mantened, ^prefiere, ^escribe ~ en|con, ^responde, ^contesta, ^pon ~ en|bajo, ^llámame, ^tutéame, ^pregunta ~ antes, ^pregúntame, ^respeta, ^sigue, ^habla, ^háblame, ^nombra, ^sé, usamos, ^escribimos, ^trabajamos, ^seguimos, ^hacemos, ^nombramos, ^aquí|en|para ~ usa|usamos|se|utiliza|utilizamos|siempre, se usa, se escribe, se escriben, ^usar",
  instead: "en vez de, en lugar de, y no, no, antes que, más que",
  likes:
    "me gusta, me gustan, no me gusta, no me gustan, prefiero, me encanta, me encantan, odio, detesto, preferiría, mi favorito, mi favorita, me molesta, me molestan, me cae, me parece ~ más|mejor|feo|horrible, me resulta, no soporto, no soy fan, soy más de, soy fan, me agrada, mi preferencia, me pone nervioso, quiero respuestas, me va mejor",
  decides:
    "hemos decidido, decidimos, he decidido, decidí, vamos con, nos quedamos con, me quedo con, optamos por, hemos optado, elegimos, hemos elegido, elegí, he elegido, está decidido, queda decidido, decisión, acordamos, hemos acordado, quedamos en, cambiamos a, pasamos a, abandonamos, descartamos, dejamos de usar, al final, usaremos, vamos a usar, seguimos con, migramos a, será, nos decidimos, apostamos por, tiramos con, renunciamos",
  corrects:
    "eso está mal, está mal, eso no es, no es correcto, no es cierto, es incorrecto, es falso, te equivocas, te has equivocado, te equivocaste, te dije, te he dicho, ya te dije, ya te lo dije, ya te he, ya lo dije, he dicho, dije que, como dije, quería decir, me refería, no dije, nunca dije, no te pedí, no pedí, olvidaste, te olvidaste, has olvidado, confundiste, has confundido, has entendido mal, no es ~ sino, no es ~ es, no ~ sino, cuántas veces, otra vez ~ no, ^corrección, ^mal, ^incorrecto, ^deja de, ya no es, estás usando ~ otra vez, no es lo que, ya dije, era ~ no, otra vez",
  amends:
    "^no, ^en realidad, ^espera, ^mejor, ^otra vez, ^perdón, otra vez, de nuevo, ya, ^que no, todavía, ^sino, ^es",
  asks: "^qué, ^por qué, ^cómo, ^quién, ^dónde, ^cuál, ^cuáles, ^cuándo, ^cuánto, ^cuántos, ^hay, ^es, ^debemos, ^deberíamos, ^debería, ^podemos, ^tenemos, ^sabes, ^tiene, ^está, me pregunto, puedes decirme, puedes explicar, puedes explicarme, ^usamos, ^se puede, ^que, ^hace falta",
  requests:
    "^puedes, ^podrías, ^puede, ^podría, por favor, necesito que, quiero que, me gustaría que, ^ahora, ^luego, ayúdame, ^vamos a, ^hay que",
  tasks:
    "^arregla, ^corrige, ^añade, ^agrega, ^implementa, ^crea, ^construye, ^actualiza, ^refactoriza, ^renombra, ^borra, ^elimina, ^quita, ^escribe, ^ejecuta, ^corre, ^lanza, ^mueve, ^mira, ^revisa, ^comprueba, ^busca, ^encuentra, ^muestra, ^muéstrame, ^explica, ^explícame, ^prueba, ^despliega, ^instala, ^fusiona, ^sube, ^abre, ^lee, ^resume, ^traduce, ^reemplaza, ^cambia, ^genera, ^compara, ^limpia, ^ordena, ^dime, ^continúa, ^haz, ^analiza, ^dame, ^extrae, ^configura, ^prepara, ^envía, ^modifica, ^verifica, ^investiga, arreglar, añadir, crear, renombrar, borrar, eliminar, escribir, ejecutar, revisar, explicar, mirar, actualizar, corregir, implementar, agregar, echar un",
  once: "ahora, hoy, mañana, esta vez, rápido, rápidamente, primero, luego, este archivo|test|bug|error, esta función|página, el bug, el error, el test, el nuevo, la nueva, el último, la última, un nuevo, una nueva, esto, por ahora, ya mismo",
  chats:
    "^gracias, ^muchas gracias, ^genial, ^perfecto, ^vale, ^ok, ^okay, ^hola, ^buenos días, ^buenas, ^buenas tardes, ^bien, ^muy bien, ^bien hecho, ^sí, ^claro, ^de acuerdo, ^no pasa nada, ^no hay problema, ^ni idea, ^no importa, ^no te preocupes, ^sin prisa, ^tranquilo, ^hasta mañana, ^hasta luego, ^jaja, ^jajaja, ^entiendo, ^entendido, ^buen trabajo, ^qué bien, ^vaya, ^lo siento, ^ah, ^guay, ^no está mal",
  cases:
    "^cuando, ^si, ^en cuanto, ^cada vez que, ^siempre que, ^una vez que, ^antes de, ^después de, ^tras, ^al, ^tan pronto, ^en caso de, ^recuérdame, ^antes de cada, ^al final de",
  caseBehind: "cuando, en cuanto, cada vez que, siempre que, si, tan pronto como",
  reports:
    "dice que, dijo que, él dice, ella dice, dicen que, dijeron que, me dijo, nos dijo, me ha dicho, ha dicho que, según, afirma, sostiene, recomienda, recomendó, sugiere, sugirió, aconseja, piensa que, cree que, opina que, él quiere, ella quiere, supuestamente, propone, dice, dijo",
  supposes:
    "supongamos, imagina, imaginemos, pongamos, hipotéticamente, si tuviéramos, si usáramos, si fuéramos, si hubiera, si tuviera, y si, en teoría, teóricamente, quizás, quizá, tal vez, podríamos, a lo mejor, sería, no estoy seguro, estaba pensando, estoy pensando, habría que, tendríamos que, me pregunto si",
  mocks:
    "sí claro, claro que sí porque, claro porque, qué gran idea, qué buena idea, genial otra, quién necesita, como si, justo lo que necesitaba, gracias por nada, por supuesto porque, bravo, qué podría salir, ay qué bien",
  states:
    "es, son, está, están, tiene, tienen, usa, vive, corre, corren, se llama, se llaman, pertenece, cuesta, trabaja, significa, contiene, escucha, apunta, empieza, cierra, abre, caduca, soy, vivo, trabajo, me llamo, está alojado, está alojada, lleva, mantiene, soporta, viene de, hay, se encuentra",
  tells:
    "para tu información, que sepas, ten en cuenta, recuerda que, recuerda, por cierto, ojo, nota, a título informativo, como contexto, para que lo sepas, apunta que, toma nota",
  passing:
    "roto, rota, rojo, verde, lento, lenta, fallando, falla, fallan, colgado, raro, rara, terminado, funciona, funciona ahora, ahora mismo, actualmente, todavía, otra vez, bien, genial, bonito, mejor, cansado, hambre, café, creo, parece, estoy intentando, estoy mirando, veo, me sale, gracioso, llueve, loco",
  wide: "en todos mis proyectos, en todos los proyectos, en cada proyecto, en cualquier proyecto, en todas partes, para todos los proyectos, todos mis repos, todos los repos, sea cual sea el proyecto, da igual el proyecto",
  near: "aquí, este proyecto, este repo, este repositorio, esta aplicación",
  personal:
    "respuestas, respuesta, responde, contesta, explicaciones, emojis, emoji, tono, tutéame, llámame, háblame, resúmenes, me llamo, vivo en, soy, mi zona horaria, mi cumpleaños, mi mujer, mi marido, trabajo como, mi editor, mi teclado, hablo, frases cortas",
  general:
    "todo, toda, todos, todas, cada, ningún, ninguna, nada, nadie, solo, sólo, máximo, mínimo, van, va, se guarda, se guardan, se escriben, se escribe, se conserva, se marca, se trata, se usa, se usan, se hace, se hacen, quien, salen, sale, nada de",
  past: "era, eran, fue, fueron, había, ayer, la semana pasada, el año pasado, hace ~ años|días, antes, esta mañana",
  self: "yo, mi, mis, me, mí, conmigo, soy, estoy, vivo",
  ours: "nosotros, nuestro, nuestra, nos, el equipo, usamos",
};
