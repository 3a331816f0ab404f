/** Portuguese: how people say things to an agent, as phrases by what they are a sign of. */

import type { Signs } from "../sign.js";

export const portuguese: Signs = {
  standing:
    "a partir de agora, daqui pra frente, daqui em diante, de agora em diante, no futuro, sempre, nunca, jamais, toda vez, cada vez, cada commit|arquivo|função|teste|pr, por padrão, em geral, nunca mais, sem exceção",
  bans: "^não, ^nunca, ^nada de, ^sem, ^evite, ^evita, ^pare de, ^para de, proibido, proibida, não pode, não podem, não deve, não devem, não se, nem pensar, ^nenhum, ^nenhuma",
  musts:
    "deve, devem, precisa, precisam, tem que, têm que, tem de, é obrigatório, obrigatório, só, somente, apenas, pelo menos, no máximo, certifique, fica em, ficam em, vai em, vão em",
  habits:
    "^use, ^usa, ^utilize, ^mantenha, ^mantém, ^escreva, ^responda, ^responde, ^coloque, ^me chame, ^me chama, ^pergunte, ^pergunta ~ antes, ^siga, ^fale, ^fala, ^roda ~ antes, ^rode ~ antes, usamos, a gente usa, aqui a gente, aqui usamos",
  instead: "em vez de, ao invés de, e não, no lugar de",
  likes:
    "gosto, não gosto, prefiro, adoro, odeio, detesto, me irrita, me incomoda, acho ~ mais, acho ~ melhor, curto, sou mais, meu favorito, minha preferência, me ajuda, preferiria, não suporto, tanto faz, me sinto melhor, me cansa, me cansam, me atrapalha, mais fácil pra mim",
  decides:
    "decidimos, decidi, decidido, fechado, vamos de, vamos com, vamos ficar com, ficamos com, fico com, a gente vai de, a gente vai usar, vamos usar, optamos, escolhemos, escolhi, combinamos, combinado, mudamos para, trocamos, vai ser, fica decidido, abandonamos, descartamos, desistimos",
  corrects:
    "está errado, tá errado, errado, não é isso, não é verdade, já disse, já falei, eu disse, eu falei, te falei, te disse, falei que, quis dizer, eu quis, não pedi, não falei, você esqueceu, esqueceu, você confundiu, de novo não, correção, não é mais, quantas vezes, me enganei, errei",
  amends: "^não, ^na verdade, ^espera, ^aliás, de novo, ainda, já, ^é, ^era",
  asks: "^o que, ^que, ^por que, ^porque, ^como, ^quem, ^onde, ^qual, ^quais, ^quando, ^quanto, ^quantos, ^cadê, ^tem, ^é, ^a gente deve, ^devemos, ^será que, ^você sabe, ^dá pra, me pergunto",
  requests: "^pode, ^você pode, ^poderia, por favor, ^preciso que, ^quero que, ^agora, me ajuda, ^vamos, ^dá uma",
  tasks:
    "^arruma, ^arrume, ^corrige, ^corrija, ^conserta, ^conserte, ^adiciona, ^adicione, ^cria, ^crie, ^implementa, ^implemente, ^atualiza, ^atualize, ^remove, ^remova, ^apaga, ^apague, ^escreve, ^escreva ~ um|uma, ^roda, ^rode, ^mostra, ^mostre, ^explica, ^explique, ^olha, ^veja, ^revisa, ^revise, ^resume, ^resuma, ^traduz, ^traduza, ^faz, ^faça, ^refatora, ^renomeia, ^troca, ^muda, ^testa, ^abre, ^lê, ^procura, ^continua, ^gera, ^lista, ^desfaz, ^volta, ^tira, ^mexe, ^põe, ^coloca, ^pega, ^manda, ^envia, ^monta, ^verifica, ^confere, ^compara, ^limpa, ^organiza, ^ajusta, ^divide, ^junta, ^sobe, ^baixa, ^instala, ^desenha, ^calcula, ^refaz, ^repete, ^me explica, ^me mostra, ^me diz",
  once: "agora, hoje, amanhã, desta vez, dessa vez, rápido, primeiro, este arquivo|teste|bug, esse arquivo|teste|bug, o bug, o erro, o teste, isso, um novo, uma nova, o último, a última",
  chats:
    "^valeu, ^obrigado, ^obrigada, ^brigado, ^beleza, ^blz, ^ótimo, ^legal, ^perfeito, ^oi, ^olá, ^bom dia, ^boa tarde, ^boa noite, ^ok, ^sim, ^certo, ^tá, ^tá bom, ^show, ^massa, ^kkk, ^rs, ^tchau, ^até, ^entendi, ^boa, ^tranquilo, ^sem pressa, ^sem problema, ^desculpa, ^ficou ótimo, ficou ótimo, ficou bom, ficou show, ^top, ^demais, ^eita, ^nossa, ^uau, ^puts, ^falou, ^abraço, ^opa, já volto",
  cases:
    "^quando, ^se, ^sempre que, ^toda vez que, ^assim que, ^logo que, ^antes de, ^depois de, ^após, ^ao, ^em caso de, ^caso, ^me lembra, ^me lembre",
  caseBehind: "sempre que, assim que, quando, se",
  reports:
    "diz que, disse que, dizem que, falou que, me disse, segundo, de acordo com, afirma, recomenda, sugere, sugeriu, acha que, ele quer, ela quer",
  supposes:
    "suponha, imagina, imagine, digamos, e se, se a gente tivesse, se tivéssemos, em teoria, talvez, poderíamos, a gente podia, a gente poderia, seria, não tenho certeza, quem sabe, hipoteticamente",
  mocks:
    "ah claro, claro porque, que ótima ideia, que bela ideia, quem precisa, como se, valeu por nada, era só o que faltava",
  states:
    "é, são, está, estão, tem, têm, fica, ficam, usa, usam, roda, mora, se chama, chama, pertence, custa, trabalha, significa, contém, sou, moro, trabalho, meu nome, vem de, existe",
  tells:
    "para sua informação, só pra você saber, lembra que, lembre que, a propósito, aliás, nota, pra contexto, fique sabendo, anota",
  passing:
    "quebrado, quebrando, vermelho, verde, lento, lenta, falhando, travado, estranho, pronto, funcionou, funciona, agora, ainda, cansado, fome, café, acho que, parece, estou tentando, estou vendo",
  wide: "em todos os meus projetos, em todos os projetos, em qualquer projeto, em todo projeto, em todo lugar, para todos os projetos, todos os repos, não importa o projeto",
  near: "aqui, este projeto, esse projeto, este repo, esse repo, este repositório",
  personal:
    "respostas, resposta, responda, responde, explicações, emojis, emoji, tom, me chame, me chama, resumos, meu nome, moro em, sou, meu fuso, meu aniversário, minha esposa, meu marido, meu editor",
  general:
    "todo, toda, todos, todas, cada, nenhum, nenhuma, nada, ninguém, só, somente, máximo, mínimo, vão, qualquer",
  past: "era, foi, foram, tinha, ontem, semana passada, ano passado, antes, hoje cedo",
  self: "eu, meu, minha, me, mim, moro, sou",
  ours: "nós, a gente, nosso, nossa, o time, a equipe",
  irreal: "tivesse, tivéssemos, fosse, fôssemos, seria, *ria, *ríamos, *riam",
};
